import CLinux
import Glibc
package import NetwatchCore

/// One client that works at one destination, of whose connections some fail, each for itself.
///
/// There is always more to do; a job whose connection failed is among it again. An attempt takes a
/// time drawn from the exponential distribution, whether it succeeds or not.
package struct FailingHost {
  private struct Attempt {
    var end: BootInstant
    var fails: Bool
    var stamp: ReleaseStamp
  }

  private let failures: Double
  private let meanTime: Double
  private var release: DestinationRelease
  private var generator: SeededGenerator
  private var now = BootInstant(nanoseconds: 0)
  private var inFlight: [Attempt] = []
  private var attempts = 0
  private var successes = 0

  /// Creates a client that has not begun.
  ///
  /// - Parameters:
  ///   - failures: The part of the attempts that fails, from 0 to 1.
  ///   - meanTime: How long an attempt takes on average.
  ///   - settings: How the client is paced.
  ///   - seed: What the draws come from.
  package init(
    failures: Double,
    meanTime: Duration = .milliseconds(50),
    settings: ReleaseSettings,
    seed: UInt64
  ) {
    self.failures = failures
    self.meanTime = Double(meanTime.clampedNanoseconds)
    release = DestinationRelease(settings: settings)
    generator = SeededGenerator(seed: seed)
  }

  /// Works until so many attempts have ended.
  ///
  /// - Returns: The successes a second.
  package mutating func run(attempts count: Int) -> Double {
    while attempts < count {
      switch release.admission(at: now) {
      case .now: begin()
      case .afterOutcome: endNext()
      case .notBefore(let moment):
        // What is in flight may end before.
        if inFlight.contains(where: { $0.end <= moment }) { endNext() } else { now = moment }
      }
    }
    return Double(successes) / (Double(now.nanoseconds) / 1e9)
  }

  private mutating func draw() -> Double { .random(in: 0..<1, using: &generator) }

  private mutating func begin() {
    let time = Duration.nanoseconds(Int64(-meanTime * log(1 - draw())))
    inFlight.append(
      Attempt(end: now.advanced(by: time), fails: draw() < failures, stamp: release.began())
    )
  }

  private mutating func endNext() {
    guard let index = inFlight.indices.min(by: { inFlight[$0].end < inFlight[$1].end }) else {
      preconditionFailure("An outcome is awaited only of what is in flight.")
    }
    let attempt = inFlight.remove(at: index)
    now = attempt.end
    attempts += 1
    if !attempt.fails { successes += 1 }
    let outcome = attempt.fails ? ReleaseOutcome.connectionFailure : .success
    release.ended(outcome, attempt.stamp, at: now, draw: draw())
  }
}
