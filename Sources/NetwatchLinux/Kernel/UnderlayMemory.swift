/// Knows whether tunnels have their underlay in this namespace at all.
///
/// A tunnel interface that was moved into a namespace of its own (the way WireGuard recommends for
/// containers) is carried by links outside, and judging it by the links inside would call it down for
/// ever. So the rule begins to hold when another link has been seen here.
struct UnderlayMemory: Sendable {
  private var isHere = false

  /// A link that could carry a tunnel is here.
  mutating func seen() {
    isHere = true
  }

  /// Whether a tunnel may be taken for carried.
  mutating func isUsable(isThere: Bool, isUsable: Bool) -> Bool {
    if isThere { isHere = true }
    return isUsable || !isHere
  }
}
