/// Where the draws of jitter come from; tests pin it.
public struct RandomSource: Sendable {
  private let source: @Sendable () -> Double

  /// Creates a source from a closure that returns numbers from [0, 1), on any thread.
  public init(_ source: @escaping @Sendable () -> Double) {
    self.source = source
  }

  /// The next number from [0, 1).
  public func next() -> Double { source() }

  /// The system's generator.
  public static let system = RandomSource { .random(in: 0..<1) }

  /// Always the same number.
  public static func constant(_ number: Double) -> Self { Self { number } }

  /// Draws from a generator, such as a seeded one.
  public init<Generator: RandomNumberGenerator & Sendable>(_ generator: Generator) {
    let generator = LockedGenerator(generator)
    self.init { generator.next() }
  }
}

/// A generator that many tasks draw from.
private final class LockedGenerator<Generator: RandomNumberGenerator & Sendable>: Sendable {
  private let generator: Lock<Generator>

  init(_ generator: Generator) {
    self.generator = Lock(generator)
  }

  func next() -> Double {
    generator.withLock { .random(in: 0..<1, using: &$0) }
  }
}
