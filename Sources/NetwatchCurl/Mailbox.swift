import NetwatchCore

/// Carries what tasks want to whoever does it: the engine's thread, or now and then the caller itself.
///
/// Whatever is put in is taken or given back by ``close()``, so that no waiter is forgotten.
final class Mailbox: Sendable {
  /// Something to do with the transfers.
  enum Command: Sendable {
    case start(Submission)
    case cancel(TransferID)

    /// A transfer that was held up by its body's source or its answer's reader can go on.
    case resume(TransferID)
  }

  /// What is found by a look.
  struct Delivery {
    let commands: [Command]

    /// Whether nothing more will come but what concerns the outstanding transfers.
    let isRetired: Bool
  }

  /// What becomes of a request that was handed in.
  enum Acceptance {
    case refused(CurlError)
    case accepted

    /// The caller begins it, and gives the helm back.
    case lent
  }

  private struct State {
    var commands: [Command] = []
    var poller: Poller?
    var helm = Helm()
    var lastID: UInt = 0
    var isRetired = false
    var isStopped = false

    /// One wake-up does for everything that is put in before the thread looks, and none is needed
    /// while it is awake.
    mutating func call() {
      if helm.call() { poller?.wake() }
    }

    mutating func put(_ command: Command) {
      commands.append(command)
      call()
    }

    /// What is no command the thread finds only if it looks once more, even where it is about to wait.
    mutating func alert() {
      call()
      poller?.wake()
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

  /// Hands a request in, unless there is a reason not to.
  func submit(_ submission: Submission) -> Acceptance {
    state.withLock { state in
      // Looked at under the lock: a cancellation from here on is put in behind the submission.
      if Task.isCancelled { return .refused(.cancelled) }
      // First, because a retired engine stops by itself.
      if state.isRetired { return .refused(.engineRetired) }
      if state.isStopped { return .refused(.engineStopped) }
      guard submission.request.isQuicklyBegun, state.helm.lend() else {
        state.put(.start(submission))
        return .accepted
      }
      return .lent
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
      state.alert()
    }
  }

  /// Accepts nothing more, and lets the thread know.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.alert()
    }
  }

  /// What has been put in since the last look; nil once the engine is to end.
  func take() -> Delivery? {
    state.withLock { state in
      guard !state.isStopped else { return nil }
      defer { state.commands = [] }
      return Delivery(commands: state.commands, isRetired: state.isRetired)
    }
  }

  /// Whether there is something to look at.
  var isFilled: Bool { state.withLock { !$0.commands.isEmpty } }

  /// Accepts and wakes nothing more, and gives back what nobody took.
  func close() -> [Command] {
    state.withLock { state in
      state.isStopped = true
      state.poller = nil
      defer { state.commands = [] }
      return state.commands
    }
  }
}

/// Who drives.
extension Mailbox {
  /// Has the thread woken up for what is put in.
  func open(waking poller: Poller) {
    state.withLock { $0.poller = poller }
  }

  /// The thread is back; false where it has to wait until it is woken.
  func takeHelm() -> Bool {
    state.withLock { $0.helm.take() }
  }

  /// The thread is about to wait; nil where there is something to look at first.
  func leaveHelm(_ rest: Helm.Rest) -> Wait? {
    let now = ContinuousClock.now
    return state.withLock { state in
      guard state.commands.isEmpty, !state.isStopped else { return nil }
      return Wait(end: state.helm.leave(rest, at: now))
    }
  }

  /// The caller has driven.
  func giveHelmBack(_ rest: Helm.Rest) {
    state.withLock { state in
      if state.helm.giveBack(rest) { state.poller?.wake() }
    }
  }

  /// How long the thread waits; without an end until something happens.
  struct Wait {
    let end: ContinuousClock.Instant?
  }
}
