@testable import NetwatchHTTPServer

/// Something that happens to a connection.
enum ConnectionEvent {
  case headCompleted
  case bodyReceived(Int)
  case bodyCompleted
  case handled(ServerResponse.Body)
  case answerBegan(Int)
  case streamBegan(isStopping: Bool = false)
  case streamRanDry
  case streamMoved(hasEnded: Bool = false)
  case completed(isStopping: Bool = false)
  case givenUp, expired, refused, hungUp, serverStopped

  /// Bodies of up to 100 bytes, and of 150 all together.
  func happen(to machine: inout ConnectionStateMachine) -> ConnectionEffects {
    switch self {
    case .headCompleted: machine.headCompleted(.test())
    case .bodyReceived(let count):
      machine.bodyReceived(
        [UInt8](repeating: 1, count: count),
        limit: 100,
        room: 150 - machine.heldBytes
      )
    case .bodyCompleted: machine.bodyCompleted()?.effects ?? .none
    case .handled(let body): machine.handled(ServerResponse(status: 200, body: body))
    case .answerBegan(let bytes): machine.answerBegan(bytes: bytes)
    case .streamBegan(let isStopping): machine.streamBegan(.test(), isStopping: isStopping)
    case .streamRanDry: machine.streamRanDry()
    case .streamMoved(let hasEnded): machine.streamMoved(hasEnded: hasEnded)
    case .completed(let isStopping): machine.completed(isStopping: isStopping)
    case .givenUp: machine.givenUp()
    case .expired: machine.expired()
    case .refused: machine.refused()
    case .hungUp: machine.hungUp()
    case .serverStopped: machine.serverStopped()
    }
  }
}

extension PartialRequest {
  static func test() -> PartialRequest {
    guard let target = RequestTarget("/") else { preconditionFailure("/ is a target.") }
    return PartialRequest(method: "POST", target: target, headers: [])
  }
}

extension ServerStream {
  static func test() -> ServerStream { ServerStream(capacity: 100) { _ in [] } }
}

extension ConnectionEffects {
  /// What is to be done, in words.
  var words: String {
    var words: [String] = []
    if let limit { words.append("\(limit)") }
    if let endedStream { words.append("\(endedStream.reason)") }
    if let bareStatus { words.append("\(bareStatus)") }
    if shutsDown { words.append("shutdown") }
    if let suspension { words.append("suspension \(suspension)") }
    return words.joined(separator: ", ")
  }
}
