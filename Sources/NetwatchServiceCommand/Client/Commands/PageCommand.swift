internal import NetwatchClient
internal import NetwatchCommand
internal import NetwatchCore

/// `netwatch page`: a link that opens the page.
struct PageCommand: Sendable {
  let session: ClientSession

  /// Prints the link.
  func run() async throws -> ExitStatus {
    let link = try await session.ask { try await $0.pageLink() }
    if session.isJSON {
      try ClientOutput.print(json: link)
    } else {
      try ClientOutput.print(terminalSafe(link.url))
    }
    return .yes
  }
}
