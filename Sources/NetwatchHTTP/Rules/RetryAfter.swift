package import NetwatchCore

/// The time that a server asks to be left alone (Retry-After; RFC 9110, section 10.2.3).
package enum RetryAfter {
  /// The minimum wait that an answer demands; nil where it demands none that is legal.
  ///
  /// Legal is a number of seconds, in digits only and however large, or a date as ``FixedDate`` reads
  /// it. Of several fields the longest legal one counts. A date is measured by the server's own clock
  /// (the Date field), because the clock of a device can be years off, unless a cache has kept the
  /// answer for a while (the Age field); a date in the past demands a wait of zero.
  ///
  /// - Parameters:
  ///   - headers: The answer's header.
  ///   - now: The wall clock's time, for a date where the server's own is not known.
  package static func minimumWait(headers: HTTPHeaders, now: WallTime) -> Duration? {
    let origin = serversTime(headers) ?? now
    return headers.values(of: "Retry-After").compactMap { wait($0, since: origin) }.max()
  }

  /// What the server's clock said when the answer was made; nil where that is not known to be now.
  private static func serversTime(_ headers: HTTPHeaders) -> WallTime? {
    guard !headers.contains(name: "Age"), let date = headers["Date"] else { return nil }
    return FixedDate.parse(date.utf8.trimmingBlanks)
  }

  private static func wait(_ value: String, since origin: WallTime) -> Duration? {
    let bytes = value.utf8.trimmingBlanks
    if let seconds = seconds(bytes) { return .seconds(seconds) }
    return FixedDate.parse(bytes).map { max(origin.duration(to: $0), .zero) }
  }

  /// The number that digits say, at most that of Int64; nil for anything but digits.
  private static func seconds(_ bytes: some Collection<UInt8>) -> Int64? {
    guard !bytes.isEmpty, bytes.allSatisfy(\.isDigit) else { return nil }
    return bytes.reduce(0) { sum, digit in
      let (tens, isTooLarge) = sum.multipliedReportingOverflow(by: 10)
      let (total, isTooMuch) = tens.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
      return isTooLarge || isTooMuch ? .max : total
    }
  }
}

extension WallTime {
  /// The time from this moment to another; the seconds are held inside Int64.
  fileprivate func duration(to other: WallTime) -> Duration {
    let (seconds, isTooFar) = other.seconds.subtractingReportingOverflow(self.seconds)
    if isTooFar { return .seconds(other.seconds < 0 ? Int64.min : .max) }
    return .seconds(seconds) + .nanoseconds(other.nanoseconds - nanoseconds)
  }
}
