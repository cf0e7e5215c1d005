import NetwatchNetlink

/// A packet that should have had a route.
struct Refused: Error {
  let answer: RouteAnswer
}

/// The route of a packet that has one.
func entry(_ socket: inout QuerySocket, _ query: RouteQuery) throws -> RouteEntry {
  let answer = try socket.route(to: query)
  guard case .route(let entry) = answer else { throw Refused(answer: answer) }
  return entry
}
