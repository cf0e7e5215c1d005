@testable import NetwatchCore

/// A piece of work that goes through a gate until an attempt succeeds.
struct GateWork: Sendable {
  let gate: ReleaseGate
  let count: InFlightCount
  let destination: String
  let wait: Range<BootInstant>?
  var isUrgent = false
  var outcome: @Sendable () -> ReleaseOutcome = { .success }

  func run() async {
    do {
      while try await !attempt() {}
      count.workPassed()
    } catch {
      count.workCancelled()
    }
  }

  private func attempt() async throws -> Bool {
    try await gate.withPermit(to: destination, afterWait: wait, isUrgent: isUrgent) { told in
      count.began(destination)
      defer { count.ended(destination) }
      await Task.yield()
      told = outcome()
      return told == .success
    }
  }
}
