/// What `ip -force -batch -` says of its commands on standard error.
///
/// A failure is some lines of explanation and then `Command failed -:LINE`.
struct IPBatchReport {
  /// A command that `ip` does not know, and that no object's name begins with.
  static let marker = "acknowledge"

  private static let failed = "Command failed -:"

  /// The explanations by line number, the marker's own among them.
  private(set) var failures: [Int: String] = [:]
  private var partialLine: [UInt8] = []
  private var explanation: [String] = []

  /// What was said since the last failure was named.
  var unfinishedMessage: String {
    (explanation + [String(decoding: partialLine, as: UTF8.self)]).joined(separator: "\n")
  }

  mutating func append(_ bytes: [UInt8]) {
    var lines = (partialLine + bytes).split(
      separator: UInt8(ascii: "\n"),
      omittingEmptySubsequences: false
    )
    partialLine = Array(lines.popLast() ?? [])
    for line in lines { append(String(decoding: line, as: UTF8.self)) }
  }

  private mutating func append(_ line: String) {
    guard line.hasPrefix(Self.failed), let number = Int(line.dropFirst(Self.failed.count)) else {
      explanation.append(line)
      return
    }
    failures[number] = explanation.joined(separator: "\n")
    explanation = []
  }

  mutating func takeFailures() -> [Int: String] {
    defer { failures = [:] }
    return failures
  }
}
