/// A line of `watch` or `status` for people, without the time that it begins with.
///
/// - Returns: What stands behind the time, or `nil` where the line does not begin with one.
func textBehindTime(_ line: String) -> String? {
  let digits = line.prefix(12).map { $0.isNumber ? "0" : $0 }
  guard String(digits) == "00:00:00.000" else { return nil }
  return String(line.dropFirst(14))
}
