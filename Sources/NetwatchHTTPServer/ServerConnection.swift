internal import CLinux
internal import Glibc

/// A connection, from its acceptance to its end; it belongs to the server's thread.
final class ServerConnection {
  /// What it is at.
  enum Phase {
    /// Nothing is asked, or the head is not complete.
    case idle

    /// The body is not complete.
    case receiving(PartialRequest)

    /// The handler is asked; the connection is suspended.
    case handling

    /// The handler has answered.
    case answered(ServerResponse)

    /// The answer is sent.
    case sending

    /// The answer is sent, part by part, for as long as its producer wants.
    case streaming(ServerStream)
  }

  let id: UInt64
  let isTCP: Bool
  let handle: MicroConnection
  let descriptor: CInt
  unowned let loop: ServerLoop

  var phase = Phase.idle
  var isSuspended = false

  /// Whether the loop looks out for its end.
  var isWatched = false

  /// Whether it is to be closed rather than answered.
  var isDoomed = false

  /// When it is closed unless it has gone on, on the monotonic clock in nanoseconds.
  private(set) var deadline: Int64?

  /// How long the body is that is received or handled.
  var heldBytes = 0 {
    didSet { loop.heldBytes += heldBytes - oldValue }
  }

  /// How long the answer is that is being sent.
  var answerBytes = 0 {
    didSet { loop.answerBytes += answerBytes - oldValue }
  }

  private var target = ""
  private let peer: ServerPeer?

  init(_ id: UInt64, _ handle: MicroConnection, isTCP: Bool, loop: ServerLoop) {
    (self.id, self.handle, self.isTCP, self.loop) = (id, handle, isTCP, loop)
    descriptor = handle.descriptor
    peer = isTCP ? nil : ServerPeer(of: descriptor)
    setDeadline(in: loop.settings.requestTimeout)
  }

  /// Who sends; nil over TCP.
  var user: UInt32? { peer?.user }

  /// Whether nothing has been asked, or not to its end.
  var isWaiting: Bool {
    switch phase {
    case .idle, .receiving: true
    case .handling, .answered, .sending, .streaming: false
    }
  }

  /// Sets, or takes back, when it is closed.
  func setDeadline(in time: Duration?) {
    deadline = time.map { loop.moment(in: $0) }
    if let deadline { loop.arm(deadline) }
  }
}

/// A request of which the body is still to come.
struct PartialRequest {
  let method: String
  let target: RequestTarget
  let headers: [ServerHeader]
  var body: [UInt8] = []

  /// What it is answered with instead of being handled, once it has been read to its end.
  var refusal: ServerResponse?
}

/// What the library tells of it.
extension ServerConnection {
  /// The first line is there.
  func began(target: String) { self.target = target }

  /// The head is complete, a part of the body is there, the body is complete (an empty part), or the
  /// connection is taken up again: false where it is to be closed.
  func accessed(method: String, version: String, part: UnsafeRawBufferPointer) -> Bool {
    if isDoomed { return false }
    switch phase {
    case .idle: return headCompleted(method: method, version: version)
    case .receiving(let request):
      phase = .idle
      unsafe received(part, of: request)
      return true
    case .answered(let response): return queue(response)
    case .handling, .sending, .streaming: return false
    }
  }

  private func headCompleted(method: String, version: String) -> Bool {
    let target = RequestTarget(target)
    let check = RequestCheck(
      method: method,
      version: version,
      target: target,
      headers: handle.headers,
      bodyLimit: loop.settings.bodyLimit
    )
    if let refusal = check.refusal { return queue(refusal, closing: true) }
    guard let target else { return false }
    setDeadline(in: loop.settings.requestTimeout)
    phase = .receiving(PartialRequest(method: method, target: target, headers: check.headers))
    return true
  }

  private func received(_ part: UnsafeRawBufferPointer, of request: consuming PartialRequest) {
    guard unsafe !part.isEmpty else { return bodyCompleted(request) }
    if request.body.count + part.count > loop.settings.bodyLimit {
      request.refusal = .refusal(413, RequestCheck.tooLongSentence(loop.settings.bodyLimit))
    } else if loop.heldBytes + part.count > loop.settings.bodiesLimit {
      request.refusal = request.refusal ?? .refusal(503, "There are too many bodies at a time.")
    }
    // What is too much is read to its end, which the deadline bounds, and thrown away.
    if request.refusal == nil {
      unsafe request.body.append(contentsOf: part)
    } else {
      request.body = []
    }
    heldBytes = request.body.count
    phase = .receiving(request)
  }

  private func bodyCompleted(_ request: PartialRequest) {
    setDeadline(in: nil)
    if let refusal = request.refusal {
      _ = queue(refusal, closing: true)
      return
    }
    phase = .handling
    suspend()
    loop.handle(
      ServerRequest(
        method: request.method,
        path: request.target.path,
        query: request.target.query,
        headers: request.headers,
        body: request.body,
        peer: peer,
        isTCP: isTCP
      ),
      of: self
    )
  }

  /// The answer has been sent, or could not be.
  func answered() {
    if case .streaming(let stream) = phase {
      stream.end(.disconnected)
      stream.detach()
    }
    (phase, heldBytes, answerBytes) = (.idle, 0, 0)
    setDeadline(in: loop.settings.idleTimeout)
    if loop.isStopping { close() }
  }

  /// The connection is no more.
  func closed() {
    (heldBytes, answerBytes) = (0, 0)
    loop.forget(self)
  }
}

extension ServerPeer {
  /// The peer of a Unix socket.
  fileprivate init?(of socket: CInt) {
    // struct ucred, which is declared only with _GNU_SOURCE: a pid, a uid and a gid.
    var credentials: (pid_t, uid_t, gid_t) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard unsafe getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
      return nil
    }
    self.init(process: credentials.0, user: credentials.1, group: credentials.2)
  }
}
