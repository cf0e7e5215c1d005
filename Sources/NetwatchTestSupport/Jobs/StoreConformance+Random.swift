extension StoreConformance {
  /// Long sequences of whatever can be done, each from its own seed.
  static let sequences = (1...5).map { seed in
    ConformanceCase("A store agrees with the model through 2,000 steps drawn from seed \(seed)") {
      var sequence = RandomSequence(seed: UInt64(seed), trial: $0)
      try await sequence.run(steps: 2_000)
    }
  }
}
