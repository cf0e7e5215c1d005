import NetwatchCore
import NetwatchCurl

/// The minimum wait, found the long way round: with text and with numbers that can't overflow.
enum ReferenceWait {
  static func minimum(_ fields: [CurlHeader], now: WallTime) -> Duration? {
    var origin = now
    if named("age", fields).isEmpty, let date = named("date", fields).first,
      let seconds = ReferenceDate.seconds(Array(date.utf8))
    {
      origin = WallTime(seconds: seconds, nanoseconds: 0)
    }
    var longest: Duration?
    for value in named("retry-after", fields) {
      guard let wait = wait(value, since: origin) else { continue }
      longest = longest.map { $0 < wait ? wait : $0 } ?? wait
    }
    return longest
  }

  private static func wait(_ value: String, since origin: WallTime) -> Duration? {
    if let moment = ReferenceDate.seconds(Array(value.utf8)) {
      // Nanoseconds in 128 bits hold any difference of two moments.
      let nanoseconds =
        (Int128(moment) - Int128(origin.seconds)) * 1_000_000_000 - Int128(origin.nanoseconds)
      return Duration(attoseconds: max(nanoseconds, 0) * 1_000_000_000)
    }
    guard !value.isEmpty, value.utf8.allSatisfy({ "0123456789".utf8.contains($0) }) else {
      return nil
    }
    let digits = value.drop { $0 == "0" }
    return .seconds(digits.isEmpty ? 0 : Int64(digits) ?? .max)
  }

  /// The values of all fields of a name in lower case, without what does not belong to a value.
  private static func named(_ name: String, _ fields: [CurlHeader]) -> [String] {
    fields.filter { lowercased($0.name) == name }.map { trimmed($0.value) }
  }

  private static func lowercased(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map(lower)))
  }

  private static func lower(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar
  }

  private static func trimmed(_ value: String) -> String {
    var scalars = value.unicodeScalars.map { ["\r", "\n", "\0"].contains($0) ? " " : $0 }[...]
    while let first = scalars.first, [" ", "\t"].contains(first) { scalars.removeFirst() }
    while let last = scalars.last, [" ", "\t"].contains(last) { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }
}
