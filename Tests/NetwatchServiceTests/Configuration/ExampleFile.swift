import Glibc
import Testing

/// Files of the repository that the tests read.
enum ExampleFile {
  /// The example's text.
  static func text() throws -> String {
    try read("Sources/NetwatchCommand/Resources/netwatch.json5")
  }

  /// The same with the examples in it in force: lines that begin with `//` and no blank,
  /// and those with more behind them.
  static func completeText() throws -> String {
    let lines = try text().split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map(uncommented).joined(separator: "\n")
  }

  /// A file below the root of the repository.
  static func read(_ path: String) throws -> String {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
    let file = try #require(fopen("\(root)/\(path)", "r"), "there is no \(path)")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Prose has an odd number of blanks behind the slashes, an example an even one.
  private static func uncommented(_ line: Substring) -> String {
    let indentation = line.prefix { $0 == " " }
    let rest = line.dropFirst(indentation.count)
    guard rest.hasPrefix("//"), rest != "//" else { return String(line) }
    let example = rest.dropFirst(2)
    let isProse = example.prefix { $0 == " " }.count.isMultiple(of: 2) == false
    return isProse ? String(line) : String(indentation + example)
  }
}
