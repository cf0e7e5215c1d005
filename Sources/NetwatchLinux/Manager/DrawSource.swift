/// Draws for jitter, seeded by the system once: asking it for every draw would be a system call at every
/// message of the kernel's.
struct DrawSource: Sendable {
  private var state = UInt64.random(in: .min ... .max)

  /// The next draw from [0, 1): SplitMix64, by its published constants.
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return Double((value ^ value >> 31) >> 11) * 0x1p-53
  }
}
