/// A diagnostic on one line, `message key=value`, in the order of the keys; values that could be misread
/// are quoted.
///
/// What comes from outside stands in it as it is: escape it before it reaches a terminal.
package func logLine(_ message: String, _ metadata: [String: String]) -> String {
  metadata.sorted { $0.key < $1.key }
    .reduce(into: message) { line, pair in line += " \(pair.key)=\(quoted(pair.value))" }
}

private func quoted(_ value: String) -> String {
  guard value.isEmpty || value.contains(where: { " =\"".contains($0) }) else { return value }
  return "\"" + String(value.map { $0 == "\"" ? "'" : $0 }) + "\""
}
