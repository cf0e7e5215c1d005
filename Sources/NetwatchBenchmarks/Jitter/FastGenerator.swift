import CLinux
import Glibc

/// A quick generator for simulations, which draws the same numbers from the same seed.
///
/// It is xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021).
struct FastGenerator {
  private var state: (UInt64, UInt64, UInt64, UInt64)
  private var spare: Double?

  init(seed: UInt64) {
    // Any state but zeros will do; the first numbers, which show the seed, are thrown away.
    state = (seed, 0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB)
    for _ in 0..<32 { _ = next() }
  }

  private mutating func next() -> UInt64 {
    let sum = state.0 &+ state.3
    let result = ((sum << 23) | (sum >> 41)) &+ state.0
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = (state.3 << 45) | (state.3 >> 19)
    return result
  }

  /// A number from [0, 1).
  mutating func draw() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number of the normal distribution around 0 with the deviation 1 (Marsaglia's polar method).
  mutating func normal() -> Double {
    if let spare {
      self.spare = nil
      return spare
    }
    while true {
      let (x, y) = (2 * draw() - 1, 2 * draw() - 1)
      let square = x * x + y * y
      guard square > 0, square < 1 else { continue }
      let scale = (-2 * log(square) / square).squareRoot()
      spare = y * scale
      return x * scale
    }
  }
}
