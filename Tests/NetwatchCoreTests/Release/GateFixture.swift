import NetwatchCore

/// A gate on a manual clock, and what came of those who went through it.
struct GateFixture {
  let clock = CountingClock()
  let gate: ReleaseGate
  let record = GateRecord()

  init(
    settings: ReleaseSettings = ReleaseSettings(),
    destinationLimit: Int = ReleaseGate.defaultDestinationLimit,
    random: RandomSource = .constant(0.5)
  ) {
    gate = ReleaseGate(
      settings: settings,
      destinationLimit: destinationLimit,
      random: random,
      now: { [clock] in clock.moment },
      sleep: { [clock] in try await clock.sleep(for: $0) }
    )
  }

  /// A wait for connectivity that has just ended.
  func wait(seconds: Int64) -> Range<BootInstant> {
    clock.moment.advanced(by: .seconds(-seconds))..<clock.moment
  }

  /// Closes a destination with a gap of a second.
  func close(_ destination: String = "a") async throws {
    gate.ended(try await gate.admission(to: destination), .overloaded(retryAfter: nil))
  }

  /// Starts a task that waits for a permit and keeps it; returns once it waits.
  func waiter(_ name: String, at destination: String = "a", isUrgent: Bool = false) async
    -> Task<Void, any Error>
  {
    let before = gate.waiterCount(at: destination)
    let task = Task {
      do {
        let permit = try await gate.admission(to: destination, isUrgent: isUrgent)
        record.admitted(name, permit)
      } catch {
        record.cancelled(name)
        throw error
      }
    }
    await until { gate.waiterCount(at: destination) > before }
    return task
  }

  /// Yields until a condition holds, or the test is out of time.
  func until(_ isDone: () -> Bool) async {
    while !isDone(), !Task.isCancelled { await Task.yield() }
  }

  /// Ends the oldest attempt that was admitted and has not ended.
  func endFirst(_ outcome: ReleaseOutcome = .success) {
    if let permit = record.takePermit() { gate.ended(permit, outcome) }
  }
}

/// Who was admitted, in which order, and with which permit.
final class GateRecord: Sendable {
  private struct Storage {
    var admitted: [String] = []
    var cancelled: [String] = []
    var permits: [ReleasePermit] = []
  }

  private let storage = Lock(Storage())

  var admitted: [String] { storage.withLock { $0.admitted } }
  var cancelled: [String] { storage.withLock { $0.cancelled } }

  func admitted(_ name: String, _ permit: ReleasePermit) {
    storage.withLock { storage in
      storage.admitted.append(name)
      storage.permits.append(permit)
    }
  }

  func cancelled(_ name: String) { storage.withLock { $0.cancelled.append(name) } }

  func takePermit() -> ReleasePermit? {
    storage.withLock { $0.permits.isEmpty ? nil : $0.permits.removeFirst() }
  }
}
