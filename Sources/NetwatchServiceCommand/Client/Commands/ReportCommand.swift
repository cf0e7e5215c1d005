internal import NetwatchClient
internal import NetwatchCommand

/// `netwatch report`: what was.
struct ReportCommand: Sendable {
  let order: ReportOrder
  let session: ClientSession

  /// Asks for the history, and tells it.
  func run() async throws -> ExitStatus {
    let history = try await session.ask {
      try await $0.history(since: order.since, until: order.until)
    }
    if session.isJSON {
      try ClientOutput.print(json: history)
    } else if let page = order.page {
      try OutputFile.write(reportHTML(history), to: page)
    } else {
      try OutputFile.write(reportText(history), to: "-")
    }
    return .yes
  }
}
