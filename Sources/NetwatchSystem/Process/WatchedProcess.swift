internal import CLinux
internal import Glibc
internal import NetwatchCore

/// A program that runs, as the leader of its process group.
struct WatchedProcess: ~Copyable {
  /// What is done about it.
  private enum Phase {
    case running
    case asked
    case killed
  }

  private let pid: pid_t

  /// Readable once it has ended (pidfd_open(2)).
  private let descriptor: CInt

  deinit { close(descriptor) }

  static func start(
    _ call: ProgramCall,
    output: borrowing OutputPipe
  ) throws(ProgramCallError) -> WatchedProcess {
    let pid = try call.start(output: output.writer)
    let descriptor = linux_pidfd_open(pid)
    guard descriptor >= 0 else {
      let error = ProgramCallError("watch '\(call.path)'", errno)
      kill(-pid, SIGKILL)
      _ = waitpid(pid, nil, 0)
      throw error
    }
    return WatchedProcess(pid: pid, descriptor: descriptor)
  }

  private init(pid: pid_t, descriptor: CInt) {
    self.pid = pid
    self.descriptor = descriptor
  }

  /// Returns when it has ended, and whatever was left of its group.
  func watch(
    _ call: ProgramCall,
    _ pipe: borrowing OutputPipe,
    stop: EventSignal,
    now: () -> BootInstant
  ) -> ProgramOutcome {
    var (phase, isTimedOut) = (Phase.running, false)
    var end = now().advanced(by: call.timeout)
    var tail = OutputTail(limit: call.outputLimit)
    var isOpen = true
    while true {
      let wait = phase == .killed ? nil : now().duration(to: end)
      let ready = poll(pipe: isOpen ? pipe.reader : -1, stop: phase == .running ? stop : nil, wait)
      if ready.hasOutput, isOpen { isOpen = Self.take(pipe, &tail) }
      if ready.hasEnded { break }
      let isLate = phase != .killed && now() >= end
      guard isLate || ready.isStopped else { continue }
      if phase == .running, isLate { isTimedOut = true }
      (phase, end) = (phase == .running ? .asked : .killed, now().advanced(by: call.grace))
      send(phase == .asked ? SIGTERM : SIGKILL)
    }
    // Before the number is given back, after which it could be another group's.
    kill(-pid, SIGKILL)
    if isOpen { tail.appendRest { pipe.read(upTo: $0) } }
    return ProgramOutcome(end: reap(), isTimedOut: isTimedOut, output: tail.last)
  }

  private func send(_ signal: CInt) {
    kill(-pid, signal)
    // One that is stopped has to go on in order to end.
    kill(-pid, SIGCONT)
  }

  private func reap() -> ProgramEnd {
    var status: Int32 = 0
    while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return ProgramEnd(waitStatus: status)
  }

  /// Takes a piece of the output; false once there will be no more.
  private static func take(_ pipe: borrowing OutputPipe, _ tail: inout OutputTail) -> Bool {
    guard let bytes = pipe.read(upTo: OutputTail.pieceLength) else { return false }
    tail.append(bytes)
    return true
  }
}

// MARK: - Waiting

extension WatchedProcess {
  /// What a wait has brought.
  private struct Ready {
    var hasEnded = false
    var hasOutput = false
    var isStopped = false
  }

  private func poll(pipe: CInt, stop: EventSignal?, _ wait: Duration?) -> Ready {
    // A negative descriptor is passed over.
    var polled = [descriptor, pipe, stop?.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let milliseconds = wait.map { max($0.clampedNanoseconds / 1_000_000, 0) + 1 }
    let count = unsafe Glibc.poll(
      &polled,
      UInt(polled.count),
      milliseconds.map { CInt(clamping: $0) } ?? -1
    )
    guard count > 0 else { return Ready() }
    let isReady = polled.map { $0.revents != 0 }
    return Ready(hasEnded: isReady[0], hasOutput: isReady[1], isStopped: isReady[2])
  }
}
