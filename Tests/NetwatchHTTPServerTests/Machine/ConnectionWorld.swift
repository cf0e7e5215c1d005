import NetwatchTestSupport

@testable import NetwatchHTTPServer

/// All that a connection has to do with, and what is known of the connection from outside: each step is
/// one of the things that can happen now.
struct ConnectionWorld {
  private enum Move { case library, handler, send, finish, moved, hangUp, expiry, giveUp, stop }

  private var machine = ConnectionStateMachine()
  private var random: SeededGenerator
  private var exchange = ConnectionExchange.head
  private var suspension: ConnectionEffects.Suspension?
  private var isLimited = true
  private var isShut = false
  private var hasClientGone = false
  private var isStopping = false

  /// Whether the loop is about to tell that the stream has moved.
  private var hasMoved = false
  private var streams: [ServerStream] = []

  /// Whether the connection is no more.
  private(set) var isGone = false

  /// What must not be.
  private(set) var faults: [String] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    if chance(20) { perform(machine.refused()) }
  }

  private var isSuspended: Bool { suspension != nil }

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  mutating func step() {
    switch moves.randomElement(using: &random) {
    case .library: askLibrary()
    case .handler: answer()
    case .send:
      streams.last?.send([UInt8](repeating: 1, count: number(1...60)))
      hasMoved = true
    case .finish:
      streams.last?.finish()
      hasMoved = true
    case .moved:
      hasMoved = false
      perform(machine.streamMoved(hasEnded: machine.stream?.hasEnded == true))
      if exchange == .stream, isSuspended { faults.append("moved in vain") }
    case .hangUp:
      hasClientGone = true
      perform(machine.hungUp())
    case .expiry: if chance(10) { perform(machine.expired()) }
    case .giveUp: if chance(10) { perform(machine.givenUp()) }
    case .stop: if chance(10) { stop() }
    case nil: break
    }
    check()
  }

  private mutating func stop() {
    isStopping = true
    perform(machine.serverStopped())
  }

  private var moves: [Move] {
    var moves = [Move.giveUp]
    if !isSuspended { moves += [.library, .library, .library] }
    if exchange.isHandled { moves.append(.handler) }
    if exchange == .stream { moves += [.send, .finish] }
    if exchange == .stream && isSuspended { moves.append(.hangUp) }
    if hasMoved { moves += [.moved, .moved] }
    if isLimited { moves.append(.expiry) }
    if !isStopping { moves.append(.stop) }
    return moves
  }

  /// Everybody does what is left to do, until the connection is no more.
  mutating func end() {
    perform(machine.givenUp())
    if exchange.isHandled { answer() }
    for _ in 0..<10 where !isGone {
      if isSuspended { faults.append("suspended for ever") }
      askLibrary()
    }
    if !isGone { faults.append("never closed") }
    if streams.contains(where: { !$0.hasEnded }) { faults.append("a producer was told nothing") }
  }

  private mutating func answer() {
    let stream = ServerStream(capacity: 100) { _ in [2] }
    if chance(2) { streams.append(stream) }
    exchange = .answer
    let body: ServerResponse.Body =
      streams.last === stream
      ? .stream(stream) : .bytes([UInt8](repeating: 1, count: number(0...9)))
    perform(machine.handled(ServerResponse(status: 200, body: body)))
  }
}

/// What the library does.
extension ConnectionWorld {
  private mutating func askLibrary() {
    switch (exchange, machine.nextCall) {
    case (.head, .head): head()
    case (.body(let kept, let isRefused), .body):
      if chance(4) { bodyCompleted(kept, isRefused) } else { part(kept, isRefused) }
    case (.answer, .answer(let response)): if chance(16) { drop() } else { send(response.body) }
    case (.bytes, _): if chance(16) { drop() } else { complete() }
    case (.stream, _): read()
    default:
      if !isShut { faults.append("closed at \(exchange)") }
      drop()
    }
  }

  private mutating func head() {
    if chance(4) { return send(.bytes([1])) }
    exchange = .body(kept: 0, isRefused: false)
    perform(machine.headCompleted(.test()))
  }

  private mutating func part(_ kept: Int, _ isRefused: Bool) {
    let (count, room) = (number(1...60), number(0...200))
    let isNowRefused = isRefused || kept + count > 100 || count > room
    exchange = .body(kept: isNowRefused ? 0 : kept + count, isRefused: isNowRefused)
    perform(machine.bodyReceived([UInt8](repeating: 1, count: count), limit: 100, room: room))
  }

  private mutating func bodyCompleted(_ kept: Int, _ isRefused: Bool) {
    guard let (verdict, effects) = machine.bodyCompleted() else {
      return faults.append("no verdict")
    }
    perform(effects)
    switch verdict {
    case .refuse(let response):
      if !isRefused { faults.append("refused") }
      send(response.body)
    case .handle:
      if isRefused { faults.append("handled") }
      exchange = .handler(kept: kept)
    }
  }

  private mutating func send(_ body: ServerResponse.Body) {
    switch body {
    case .bytes(let bytes):
      exchange = .bytes(bytes.count)
      perform(machine.answerBegan(bytes: bytes.count))
    case .stream(let stream):
      exchange = .stream
      perform(machine.streamBegan(stream, isStopping: isStopping))
    }
  }

  private mutating func read() {
    guard let stream = machine.stream else { return drop() }
    var bytes = [UInt8](repeating: 0, count: 50)
    switch bytes.withUnsafeMutableBytes({ stream.read(into: $0) }) {
    case .bytes: break
    case .nothingYet: perform(machine.streamRanDry())
    case .end: complete()
    }
  }

  private mutating func complete() {
    exchange = .head
    hasMoved = false
    perform(machine.completed(isStopping: isStopping))
  }

  /// The library ends a request that was begun, and then the connection.
  private mutating func drop() {
    if exchange != .head { complete() }
    isGone = true
  }
}

/// What the loop does for the connection, and what must be so at any time.
extension ConnectionWorld {
  private mutating func perform(_ effects: ConnectionEffects) {
    if let limit = effects.limit { isLimited = limit != .unlimited }
    if let (stream, reason) = effects.endedStream {
      stream.end(reason)
      hasMoved = true
    }
    if effects.bareStatus == .requestTimeout, exchange.isAnswered {
      faults.append("a status behind an answer")
    }
    if effects.shutsDown { isShut = true }
    switch effects.suspension {
    case nil: break
    case .begins, .beginsWatched:
      if isSuspended { faults.append("suspended twice") }
      suspension = effects.suspension
    case .ends:
      if !isSuspended { faults.append("resumed twice") }
      suspension = nil
    }
  }

  private mutating func check() {
    guard !isGone else { return }
    if machine.heldBytes != exchange.heldBytes { faults.append("held at \(exchange)") }
    if machine.answerBytes != exchange.answerBytes { faults.append("answer at \(exchange)") }
    if exchange.isHandled, !isSuspended { faults.append("looked at while it is handled") }
    if isShut || hasClientGone, !machine.isToBeClosed { faults.append("goes on") }
    if isShut, isSuspended, !exchange.isHandled { faults.append("closed, and never looked at") }
    if exchange == .stream, suspension == .begins { faults.append("its client may go unseen") }
    if exchange == .stream, isStopping, streams.last?.hasEnded == false {
      faults.append("streams though the server stops")
    }
    if !isShut, !isLimited, waitsForClient { faults.append("waits for ever at \(exchange)") }
  }

  /// Whether it is the client's turn, and not to be waited for for ever.
  private var waitsForClient: Bool {
    switch exchange {
    case .head, .body, .bytes: true
    case .handler, .answer: false
    case .stream: !hasMoved && machine.stream?.hasEnded == true
    }
  }
}

extension ConnectionStateMachine {
  fileprivate var isToBeClosed: Bool {
    if case .close = nextCall { stream == nil } else { false }
  }
}
