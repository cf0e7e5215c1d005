import NetwatchCore
import NetwatchTestSupport
import Testing

@Suite struct DurationScaledTests {
  static let longest = Duration(attoseconds: .max)

  @Test(
    arguments: [
      (.seconds(1), 2, .seconds(2)), (.seconds(1), 0.5, .milliseconds(500)),
      (.seconds(1), 0, .zero), (.seconds(1), -1, .zero), (.seconds(1), .nan, .zero),
      (.seconds(1), .infinity, .seconds(60)), (.seconds(1), 59, .seconds(59)),
      (.seconds(1), 61, .seconds(60)), (.seconds(-1), 2, .zero), (.zero, .infinity, .zero),
      (longest, 1, .seconds(60)),
      (Duration(attoseconds: 3), 0.5, Duration(attoseconds: 1)),
      (Duration(attoseconds: 1), 0x1p75, .seconds(60)),
      (longest, .leastNonzeroMagnitude, .zero), (longest, 0x1p-126, Duration(attoseconds: 1)),
      (longest, 0x1p-127, .zero),
    ] as [(Duration, Double, Duration)]
  )
  func `a product is exact and held under the cap`(
    duration: Duration,
    factor: Double,
    expected: Duration
  ) {
    #expect(duration.scaled(by: factor, atMost: .seconds(60)) == expected)
  }

  @Test(arguments: 0..<UInt64(4))
  func `a power of two is a shift`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let attoseconds = Int128(Int64.random(in: 1...Int64.max, using: &generator))
      let shift = Int.random(in: -70...62, using: &generator)
      let factor = Double(sign: .plus, exponent: shift, significand: 1)
      let product = Duration(attoseconds: attoseconds).scaled(by: factor, atMost: Self.longest)
      #expect(product.attoseconds == (shift < 0 ? attoseconds >> -shift : attoseconds << shift))
    }
  }

  @Test(arguments: 0..<UInt64(4))
  func `whole factors multiply`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let attoseconds = Int128(Int64.random(in: 1...Int64.max, using: &generator))
      let factor = Int64.random(in: 1...(1 << 53), using: &generator)
      let product = Duration(attoseconds: attoseconds)
        .scaled(by: Double(factor), atMost: Self.longest)
      #expect(product.attoseconds == attoseconds * Int128(factor))
    }
  }

  @Test(arguments: [-1022, -200, -128, -127, -75, -1, 0, 1, 75, 127, 128, 1023])
  func `no factor overflows`(exponent: Int) {
    let factor = Double(sign: .plus, exponent: exponent, significand: 2.0.nextDown)
    for duration in [Duration(attoseconds: 1), .seconds(1), Self.longest] {
      let product = duration.scaled(by: factor, atMost: Self.longest)
      #expect((Duration.zero...Self.longest).contains(product))
      #expect(exponent < 0 ? product <= duration : product >= duration)
    }
  }
}
