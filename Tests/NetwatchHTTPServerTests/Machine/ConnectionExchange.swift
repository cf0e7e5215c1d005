/// How far a request has got, as its client and the library know it.
enum ConnectionExchange: Equatable {
  case head
  case body(kept: Int, isRefused: Bool)
  case handler(kept: Int)
  case answer
  case bytes(Int)
  case stream

  var isHandled: Bool { if case .handler = self { true } else { false } }

  /// Whether the client has been sent something.
  var isAnswered: Bool {
    switch self {
    case .bytes, .stream: true
    case .head, .body, .handler, .answer: false
    }
  }

  var heldBytes: Int {
    switch self {
    case .body(let kept, _), .handler(let kept): kept
    case .head, .answer, .bytes, .stream: 0
    }
  }

  var answerBytes: Int { if case .bytes(let count) = self { count } else { 0 } }
}
