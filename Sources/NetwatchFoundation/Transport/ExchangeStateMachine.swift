import NetwatchCore
import NetwatchHTTP

/// Where an exchange stands, and what follows from what URLSession says of it.
struct ExchangeStateMachine {
  /// What the driver has to do.
  enum Action {
    case nothing

    /// The answer is there: all of it, or its head where it is streamed.
    case answer(ExchangeReply)

    /// The bytes belong into the file.
    case write(descriptor: CInt)

    /// The bytes belong to the reader.
    case push

    /// The reader has had everything.
    case endStream

    /// Nothing more is to come: whoever waits gets the failure, and the task is cancelled.
    case stop(TransportFailure)
  }

  private enum State {
    case awaitingHead
    case collecting(ResponseHead, body: [UInt8], limit: Int, isCutAtLimit: Bool)
    case writing(ResponseHead, descriptor: CInt)
    case streaming
    case over
  }

  /// How much is kept of an answer that does not go where it was to go.
  private static let refusalLimit = 65_536

  private let delivery: Delivery
  private let headerLimit: Int
  private var state = State.awaitingHead

  init(_ request: TransportRequest) {
    delivery = request.delivery
    headerLimit = request.limits.headerLimit
  }

  /// Whether nothing that is still said of the task matters.
  var isOver: Bool {
    if case .over = state { true } else { false }
  }

  mutating func responded(_ head: ResponseHead) -> Action {
    guard case .awaitingHead = state else { return .nothing }
    guard head.size <= headerLimit else { return failed(.tooLarge("header", limit: headerLimit)) }
    switch delivery {
    case .memory(let limit):
      state = .collecting(head, body: [], limit: limit, isCutAtLimit: false)
    case .beginning(let limit):
      state = .collecting(head, body: [], limit: limit, isCutAtLimit: true)
    case .file(let descriptor, let statuses) where statuses.contains(head.status):
      state = .writing(head, descriptor: descriptor)
    case .file:
      state = .collecting(head, body: [], limit: Self.refusalLimit, isCutAtLimit: true)
    case .stream:
      state = .streaming
      return .answer(.streamed(head))
    }
    return .nothing
  }

  mutating func received(_ bytes: some Collection<UInt8>) -> Action {
    switch state {
    case .awaitingHead, .over: return .nothing
    case .writing(_, let descriptor): return .write(descriptor: descriptor)
    case .streaming: return .push
    case .collecting(let head, var body, let limit, let isCut):
      let room = limit - body.count
      guard bytes.count <= room || isCut else {
        return failed(.tooLarge("body", limit: limit))
      }
      // Let go of here, the array is not copied for each piece.
      state = .over
      body += bytes.prefix(room)
      state = .collecting(head, body: body, limit: limit, isCutAtLimit: isCut)
      return .nothing
    }
  }

  /// The task has ended in the orderly way.
  mutating func completed() -> Action {
    defer { state = .over }
    switch state {
    case .over: return .nothing
    case .awaitingHead: return .stop(.local(.malformedResponse, "the answer has no head"))
    case .collecting(let head, let body, _, _): return .answer(.collected(head, body: body))
    case .writing(let head, _): return .answer(.collected(head, body: []))
    case .streaming: return .endStream
    }
  }

  /// The task has failed, or must not go on.
  mutating func failed(_ failure: TransportFailure) -> Action {
    guard !isOver else { return .nothing }
    state = .over
    return .stop(failure)
  }
}

/// An answer, or its head where the body is streamed.
enum ExchangeReply: Sendable {
  case collected(ResponseHead, body: [UInt8])
  case streamed(ResponseHead)
}

extension ResponseHead {
  /// How many bytes the fields take in a message of HTTP/1.1.
  fileprivate var size: Int {
    headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
  }
}
