internal import NetwatchCore
internal import NetwatchText

// Numbers as a reader wants them. They come from a service that may be of another version, or none at
// all: whatever they are, they are held inside what can be written.

extension Double {
  /// The number held inside Int64, towards zero; none where it is not a number.
  var clampedInteger: Int64 {
    guard !isNaN else { return 0 }
    // The largest double below 2⁶³.
    return Int64(Swift.min(Swift.max(self, -0x1.fffffffffffffp62), 0x1.fffffffffffffp62))
  }
}

/// A number with so many decimals, rounded towards zero; a hair more, because 0.29 is a hair less.
func fixed(_ value: Double, decimals: Int) -> String {
  var scale: Int64 = 1
  for _ in 0..<decimals { scale *= 10 }
  let count = (max(value, 0) * Double(scale) + 1e-6).clampedInteger
  return String { text in
    text.append(count / scale)
    guard decimals > 0 else { return }
    text.append(byte: UInt8(ascii: "."))
    text.append(count % scale, width: decimals)
  }
}

/// Per cent, rounded down, so that 100 means all and nothing but all, and 0 nothing.
func percentText(_ value: Double) -> String {
  guard value < 100 else { return "100" }
  guard value > 0 else { return "0" }
  guard value >= 0.01 else { return "less than 0.01" }
  return fixed(value, decimals: value > 99.9 ? 3 : value >= 10 ? 1 : 2)
}

/// Milliseconds, to three digits or so.
func millisecondsText(_ value: Double?) -> String {
  guard let value else { return "–" }
  return value < 9.95
    ? fixed(value + 0.05, decimals: 1) : groupedText((value + 0.5).clampedInteger)
}

/// A whole number, its thousands apart.
func groupedText(_ number: Int64) -> String {
  let digits = Array(String(number.magnitude))
  var text = number < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
    text.append(digit)
  }
  return text
}

/// A number and what it counts.
func counted(_ number: Int64, _ unit: String) -> String {
  "\(groupedText(number)) \(unit)\(number == 1 ? "" : "s")"
}

/// A length of time, by its two largest units.
func lengthText(seconds: Double) -> String {
  guard seconds > 0 else { return "no time" }
  if seconds < 1 { return counted(max((seconds * 1000 + 0.5).clampedInteger, 1), "millisecond") }
  if seconds < 9.95 { return "\(fixed(seconds + 0.05, decimals: 1)) seconds" }
  let whole = (seconds + 0.5).clampedInteger
  let units: [(name: String, size: Int64)] = [
    ("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1),
  ]
  let largest = units.firstIndex { whole >= $0.size } ?? units.endIndex - 1
  let first = whole / units[largest].size
  let text = counted(first, units[largest].name)
  guard largest + 1 < units.endIndex else { return text }
  let second = whole % units[largest].size / units[largest + 1].size
  return second > 0 ? text + " " + counted(second, units[largest + 1].name) : text
}
