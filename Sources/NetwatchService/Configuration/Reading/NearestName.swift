/// Finds the name that somebody may have meant.
package enum NearestName {
  /// The name that takes the fewest single changes to make, where those are few for its length, or else
  /// one that the text is a part of.
  ///
  /// - Parameters:
  ///   - text: What was written.
  ///   - names: The names that there are; of equally near ones the first counts.
  /// - Returns: The name, or `nil` where none is near.
  package static func find(_ text: String, among names: [String]) -> String? {
    let written = Array(text.lowercased().utf8.prefix(64))
    let ranked = names.map { (name: $0, distance: distance(written, Array($0.lowercased().utf8))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    if best.distance <= max(1, best.name.utf8.count / 3) { return best.name }
    // Far, but a part of it, as `port` is of `tcpPort`.
    return names.first { written.count > 2 && contains($0.lowercased().utf8, written) }
  }

  private static func contains(_ name: String.UTF8View, _ part: [UInt8]) -> Bool {
    name.indices.contains { name[$0...].starts(with: part) }
  }

  /// How many insertions, deletions, replacements and swaps of neighbours lead from one to the other.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var (before, last) = ([Int](), Array(0...right.count))
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let isEqual = left[row] == right[column]
        var best = min(last[column] + (isEqual ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, before[column - 1] + 1)
        }
        current.append(best)
      }
      (before, last) = (last, current)
    }
    return last[right.count]
  }
}
