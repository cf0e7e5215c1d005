internal import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchSystem

extension ServiceAPI {
  /// Answers `GET /v1/history`: one question at a time, and equal ones for some seconds from memory.
  func history(_ request: ServerRequest) async throws(Problem) -> ServerResponse {
    let now = clocks.wall()
    let day = Duration.seconds(86_400)
    let from = try Self.moment("since", request, now) ?? now.earlier(by: day)
    let to = try Self.moment("until", request, now) ?? now
    guard (from.seconds, from.nanoseconds) < (to.seconds, to.nanoseconds) else {
      throw Problem(400, "It has to lie before the end, which is now by default.", field: "since")
    }
    // Whoever has heard of a change finds it in the answer.
    let version = events.counts.storedStates
    let (since, until) = (request.queryValue("since") ?? "", request.queryValue("until") ?? "")
    let question = "\(version) \(since) \(until)"
    return try await recentHistory.answer(to: question) { () async throws(Problem) in
      do {
        return .json(try await events.history(from: from, to: to))
      } catch {
        log?(.warning, "the history could not be read", ["error": "\(error)"])
        throw .later(503, "The history does not answer at present.")
      }
    }
  }

  /// The moment that a part of the query names; nil where there is none.
  private static func moment(
    _ name: String,
    _ request: ServerRequest,
    _ now: WallTime
  ) throws(Problem) -> WallTime? {
    guard let text = request.queryValue(name) else { return nil }
    if let ago = DurationText.parse(text) { return now.earlier(by: ago) }
    var reader = InternetTimeReader(text)
    if let moment = reader.read() { return moment }
    throw Problem(
      400,
      "A time of RFC 3339 is expected, or how long ago it was, such as 7d.",
      field: name
    )
  }
}

extension WallTime {
  /// The moment so much earlier, to the second.
  fileprivate func earlier(by duration: Duration) -> WallTime {
    WallTime(seconds: seconds - duration.components.seconds, nanoseconds: nanoseconds)
  }
}
