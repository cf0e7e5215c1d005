/// What is wrong with a configuration, as one line: where, at which key, what was given and what was
/// expected.
package struct ConfigurationError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The file, or `nil` where a flag is meant.
  package var file: String?

  /// The line in the file, counted from 1, where one is meant.
  package let line: Int?

  /// The key as a dotted path, or the flag; `nil` where the file as a whole is meant.
  package let key: String?

  /// What is wrong with it, without a full stop; bounded, and safe for a terminal.
  package let complaint: String

  package init(file: String? = nil, line: Int? = nil, key: String? = nil, _ complaint: String) {
    self.file = file
    self.line = line
    self.key = key
    self.complaint = complaint
  }

  package var description: String {
    var places: [String] = []
    if let file {
      let name = ConfigurationText.shown(file)
      places.append(line.map { "\(name):\($0)" } ?? name)
    }
    if let key { places.append(key) }
    return (places + [complaint]).joined(separator: ": ")
  }
}
