import NetwatchCore

/// Carries what tasks want to the thread that does it.
///
/// Whatever is accepted is taken or given back by ``close()``, so that no waiter is forgotten.
final class Mailbox: Sendable {
  /// Something for the engine's thread to do.
  enum Command: Sendable {
    case start(Submission)
    case cancel(TransferID)

    /// A transfer that was held up by its body's source or its answer's reader can go on.
    case resume(TransferID)
  }

  /// What the thread finds when it looks.
  struct Delivery {
    let commands: [Command]

    /// Whether nothing more will come but what concerns the outstanding transfers.
    let isRetired: Bool
  }

  private struct State {
    var commands: [Command] = []
    var waker: CurlWaker?
    var lastID: UInt = 0
    var isRetired = false
    var isStopped = false

    /// Whether the thread has said that it waits, and was not woken since.
    var isWaiting = false

    /// One wake-up does for everything that is put in before the thread looks, and none is needed
    /// while it is awake.
    mutating func put(_ command: Command) {
      commands.append(command)
      if isWaiting { waker?.wake() }
      isWaiting = false
    }
  }

  private let state = Lock(State())

  /// An identity for the next transfer.
  func nextID() -> TransferID {
    state.withLock { state in
      state.lastID += 1
      return TransferID(number: state.lastID)
    }
  }

  /// Hands a request to the thread, unless there is a reason not to.
  ///
  /// - Returns: The reason, if there is one; then the submission was not accepted.
  func submit(_ submission: Submission) -> CurlError? {
    state.withLock { state in
      // Looked at under the lock: a cancellation from here on is put in behind the submission.
      if Task.isCancelled { return .cancelled }
      if state.isStopped { return .engineStopped }
      if state.isRetired { return .engineRetired }
      state.put(.start(submission))
      return nil
    }
  }

  /// Asks for the end of a transfer; nothing happens if it has ended already.
  func cancel(_ id: TransferID) {
    state.withLock { state in
      if !state.isStopped { state.put(.cancel(id)) }
    }
  }

  /// Lets a transfer go on; nothing happens if it has ended already.
  func resume(_ id: TransferID) {
    state.withLock { state in
      if !state.isStopped { state.put(.resume(id)) }
    }
  }

  /// Accepts no more requests, and lets the thread know.
  func retire() {
    state.withLock { state in
      state.isRetired = true
      state.waker?.wake()
    }
  }

  /// Accepts nothing more, and lets the thread know.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.waker?.wake()
    }
  }

  /// Has the thread woken up for what is put in.
  func open(waking waker: CurlWaker) {
    state.withLock { $0.waker = waker }
  }

  /// Whether there is something to look at.
  var isFilled: Bool { state.withLock { !$0.commands.isEmpty } }

  /// The thread is about to wait; false where there is something to look at first.
  func willWait() -> Bool {
    state.withLock { state in
      state.isWaiting = state.commands.isEmpty && !state.isStopped
      return state.isWaiting
    }
  }

  /// What has been put in since the last look; nil once the thread is to end.
  func take() -> Delivery? {
    state.withLock { state in
      guard !state.isStopped else { return nil }
      state.isWaiting = false
      defer { state.commands = [] }
      return Delivery(commands: state.commands, isRetired: state.isRetired)
    }
  }

  /// Accepts and wakes nothing more, and gives back what nobody took.
  func close() -> [Command] {
    state.withLock { state in
      state.isStopped = true
      state.waker = nil
      defer { state.commands = [] }
      return state.commands
    }
  }
}
