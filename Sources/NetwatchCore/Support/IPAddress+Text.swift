extension IPAddress: CustomStringConvertible {
  /// The address as text: dotted decimal, or the canonical form of RFC 5952.
  public var description: String {
    switch family {
    case .ipv4: Self.dotted(UInt32(truncatingIfNeeded: low))
    case .ipv6: isIPv4Mapped ? "::ffff:" + Self.dotted(UInt32(truncatingIfNeeded: low)) : colons
    }
  }

  private static func dotted(_ value: UInt32) -> String {
    "\(value >> 24).\(value >> 16 & 255).\(value >> 8 & 255).\(value & 255)"
  }

  private var isIPv4Mapped: Bool { high == 0 && low >> 32 == 0xFFFF }

  private var groups: [UInt16] {
    [high, low].flatMap { half in
      stride(from: 48, through: 0, by: -16).map { UInt16(truncatingIfNeeded: half >> $0) }
    }
  }

  /// RFC 5952, section 4: lower case, no leading zeros, the longest run of two or more zero groups
  /// shortened, the first of several as long.
  private var colons: String {
    let groups = groups
    guard let gap = Self.longestZeroRun(in: groups) else { return Self.join(groups[...]) }
    return Self.join(groups[..<gap.lowerBound]) + "::" + Self.join(groups[gap.upperBound...])
  }

  private static func join(_ groups: ArraySlice<UInt16>) -> String {
    groups.map { String($0, radix: 16) }.joined(separator: ":")
  }

  private static func longestZeroRun(in groups: [UInt16]) -> Range<Int>? {
    var best: Range<Int>?
    var start: Int?
    for (index, group) in groups.enumerated() {
      guard group == 0 else {
        start = nil
        continue
      }
      let run = (start ?? index)..<(index + 1)
      start = run.lowerBound
      if run.count >= 2, run.count > best?.count ?? 0 { best = run }
    }
    return best
  }
}
