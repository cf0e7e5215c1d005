/// What a connection is at, and what follows from what happens to it.
///
/// It calls nothing and reads no clock: an event returns what is to be done.
struct ConnectionStateMachine {
  private enum State {
    /// Nothing is asked, or the head is not complete.
    case idle

    /// The body is not complete.
    case receiving(PartialRequest)

    /// The handler is asked, with a body of so many bytes; the connection is suspended.
    case handling(bytes: Int)

    /// The handler has answered; the library will ask for that.
    case answered(ServerResponse)

    /// An answer of so many bytes is sent.
    case sending(bytes: Int)

    /// The answer is sent, part by part, for as long as its producer wants.
    case streaming(Streaming)
  }

  private struct Streaming {
    let stream: ServerStream

    /// Whether there was nothing to send, so that the connection is suspended.
    var isSuspended = false

    /// Whether the client's time for the rest runs.
    var isLimited = false
  }

  private var state = State.idle

  /// Whether it is to be closed rather than answered.
  private var isDoomed = false
}

/// What it is at.
extension ConnectionStateMachine {
  /// What the library's next call is about.
  enum Call {
    /// The head of a request is complete.
    case head

    /// A part of the body is there, or the body is complete.
    case body

    /// The connection is taken up again to be sent the handler's answer.
    case answer(ServerResponse)

    /// Nothing: the connection is to be closed.
    case close
  }

  var nextCall: Call {
    if isDoomed { return .close }
    switch state {
    case .idle: return .head
    case .receiving: return .body
    case .answered(let response): return .answer(response)
    case .handling, .sending, .streaming: return .close
    }
  }

  /// The stream that is being sent; nil where there is none, or it is to be broken off.
  var stream: ServerStream? {
    guard !isDoomed, case .streaming(let streaming) = state else { return nil }
    return streaming.stream
  }

  /// Whether nothing has been asked, or not to its end.
  var isWaiting: Bool {
    switch state {
    case .idle, .receiving: true
    case .handling, .answered, .sending, .streaming: false
    }
  }

  /// How long the body is that is received or handled.
  var heldBytes: Int {
    switch state {
    case .receiving(let request): request.body.count
    case .handling(let bytes): bytes
    case .idle, .answered, .sending, .streaming: 0
    }
  }

  /// How long the answer is that is being sent.
  var answerBytes: Int {
    if case .sending(let bytes) = state { bytes } else { 0 }
  }
}

/// The request.
extension ConnectionStateMachine {
  /// A request has a head that is not refused.
  mutating func headCompleted(_ request: PartialRequest) -> ConnectionEffects {
    state = .receiving(request)
    return ConnectionEffects(limit: .request)
  }

  /// A part of the body is there; see ``PartialRequest/append(_:limit:room:)``.
  mutating func bodyReceived(
    _ part: some Collection<UInt8>,
    limit: Int,
    room: Int
  ) -> ConnectionEffects {
    guard case .receiving(var request) = state else { return .none }
    // The body has one owner, so that the part is added in its place.
    state = .idle
    request.append(part, limit: limit, room: room)
    state = .receiving(request)
    return .none
  }

  /// What is done with a request that is complete.
  enum Verdict {
    case refuse(ServerResponse)
    case handle(PartialRequest)
  }

  /// The body is complete.
  mutating func bodyCompleted() -> (verdict: Verdict, effects: ConnectionEffects)? {
    guard case .receiving(let request) = state else { return nil }
    if let refusal = request.refusal {
      state = .idle
      return (.refuse(refusal), ConnectionEffects(limit: .unlimited))
    }
    state = .handling(bytes: request.body.count)
    return (.handle(request), ConnectionEffects(limit: .unlimited, suspension: .begins))
  }

  /// The handler has answered.
  mutating func handled(_ response: ServerResponse) -> ConnectionEffects {
    guard case .handling = state else { return .none }
    state = .answered(response)
    return ConnectionEffects(suspension: .ends)
  }
}

/// The answer.
extension ConnectionStateMachine {
  /// The library is given an answer of so many bytes.
  mutating func answerBegan(bytes: Int) -> ConnectionEffects {
    state = .sending(bytes: bytes)
    return ConnectionEffects(limit: .answer(bytes: bytes))
  }

  /// The library is given a stream.
  mutating func streamBegan(_ stream: ServerStream, isStopping: Bool) -> ConnectionEffects {
    state = .streaming(Streaming(stream: stream))
    return ConnectionEffects(endedStream: isStopping ? (stream, .stopped) : nil)
  }

  /// The library asked for a part of the stream where there is none yet.
  mutating func streamRanDry() -> ConnectionEffects {
    guard case .streaming(var streaming) = state else { return .none }
    streaming.isSuspended = true
    state = .streaming(streaming)
    return ConnectionEffects(suspension: .beginsWatched)
  }

  /// The stream has something to read, or has ended: then its client has only so long to take the rest.
  mutating func streamMoved(hasEnded: Bool) -> ConnectionEffects {
    guard case .streaming(var streaming) = state else { return .none }
    let isLimited = streaming.isLimited
    streaming.isLimited = isLimited || hasEnded
    state = .streaming(streaming)
    return ConnectionEffects(limit: hasEnded && !isLimited ? .request : nil, suspension: takeUp())
  }

  /// The request has been answered, or cannot be any more.
  mutating func completed(isStopping: Bool) -> ConnectionEffects {
    let stream = unsentStream
    state = .idle
    var effects = isStopping ? givenUp() : .none
    effects.limit = .idle
    effects.endedStream = stream.map { ($0, .disconnected) }
    return effects
  }

  /// What a producer may still send to.
  private var unsentStream: ServerStream? {
    switch state {
    case .streaming(let streaming): streaming.stream
    case .answered(let response):
      if case .stream(let stream) = response.body { stream } else { nil }
    case .idle, .receiving, .handling, .sending: nil
    }
  }

  /// A stream that is suspended goes on.
  private mutating func takeUp() -> ConnectionEffects.Suspension? {
    guard case .streaming(var streaming) = state, streaming.isSuspended else { return nil }
    streaming.isSuspended = false
    state = .streaming(streaming)
    return .ends
  }
}

/// The end.
extension ConnectionStateMachine {
  /// It is closed as soon as the library looks at it; one that a handler has is closed when that has
  /// answered.
  mutating func givenUp() -> ConnectionEffects {
    isDoomed = true
    return ConnectionEffects(shutsDown: true, suspension: takeUp())
  }

  /// It has not gone on in time.
  mutating func expired() -> ConnectionEffects {
    var effects = givenUp()
    effects.limit = .unlimited
    if case .receiving = state { effects.bareStatus = .requestTimeout }
    return effects
  }

  /// There is no room for it.
  mutating func refused() -> ConnectionEffects {
    var effects = givenUp()
    effects.bareStatus = .serviceUnavailable
    return effects
  }

  /// The client has gone while there was nothing to send.
  mutating func hungUp() -> ConnectionEffects {
    guard case .streaming(let streaming) = state else { return .none }
    isDoomed = true
    return ConnectionEffects(
      endedStream: (streaming.stream, .disconnected),
      suspension: takeUp()
    )
  }

  /// The server takes no more, and lets end what is under way.
  mutating func serverStopped() -> ConnectionEffects {
    switch state {
    case .idle: givenUp()
    case .streaming(let streaming): ConnectionEffects(endedStream: (streaming.stream, .stopped))
    case .receiving, .handling, .answered, .sending: .none
    }
  }
}
