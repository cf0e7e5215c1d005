import NetwatchCore

/// What a running child has written so far, filled by a thread of its own.
final class CapturedOutput: Sendable {
  struct State {
    var stdout: [UInt8] = []
    var stderr: [UInt8] = []
    var status: ProcessStatus?
    /// Where the first line begins that nobody has asked for.
    var nextLine = 0
  }

  let state = Lock(State())

  /// Reads a child's output until it ends.
  func follow(_ pump: consuming sending ProcessPump) throws -> JoinableThread {
    let handover = Handover(pump)
    return try JoinableThread.start {
      guard var pump = handover.take() else { return }
      while self.absorb(pump.turn(until: Deadline(within: .seconds(60)))) {}
    }
  }

  private func absorb(_ chunk: ProcessPump.Chunk) -> Bool {
    state.withLock { state in
      state.stdout += chunk.stdout
      state.stderr += chunk.stderr
      state.status = chunk.status
    }
    return chunk.status == nil
  }
}

extension CapturedOutput.State {
  /// The next line of standard output: `nil` is "not yet", a line of `nil` is the end.
  mutating func takeLine() -> String?? {
    let rest = stdout[nextLine...]
    if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      nextLine = end + 1
      return String(decoding: rest[..<end], as: UTF8.self)
    }
    guard status != nil else { return nil }
    nextLine = stdout.endIndex
    return .some(rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self))
  }
}
