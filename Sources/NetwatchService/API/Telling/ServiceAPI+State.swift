internal import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchLinux
internal import NetwatchText

extension ServiceAPI {
  /// Answers `GET /v1/state`.
  func state(_ request: ServerRequest) throws(Problem) -> ServerResponse {
    guard let state = presentState.withLock({ $0 }) else {
      throw .later(503, "The monitor has not told the first state yet.")
    }
    guard let value = request.queryValue("include") else { return state.response }
    guard value == "links" else {
      throw Problem(400, "Only links can be included.", field: "include")
    }
    return .json(try Self.json(state.snapshot, with: links()))
  }

  private func links() throws(Problem) -> [LinkDescription] {
    do {
      return try monitor.links()
    } catch {
      throw .later(503, "The links cannot be listed: \(error)")
    }
  }

  /// The state's object with one more member.
  private static func json(_ snapshot: StateSnapshot, with links: [LinkDescription]) -> [UInt8] {
    var json = TextBuffer()
    json.beginObject()
    json.array("links") { json in
      for link in links {
        json.beginObject()
        json.member("name", link.name)
        json.member("index", link.index)
        if let kind = link.kind { json.member("kind", kind) }
        json.member("up", link.isUp)
        json.member("usable", link.isUsable)
        json.endObject()
      }
    }
    json.endObject()
    let comma = [UInt8(ascii: ",")]
    return snapshot.json.dropLast() + comma + json.bytes.dropFirst() + [UInt8(ascii: "\n")]
  }
}
