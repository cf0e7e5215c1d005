/// Counts by a label of which there can be any number: the largest, and the sum of all others.
enum LabelledCounts {
  /// How many stand for themselves.
  private static let most = 50

  /// What all the others are called.
  private static let rest = "other"

  /// The counts to be told, in the order of their labels, at most one more than ``most``.
  static func bounded(_ counts: [String: Int]) -> [(String, Int)] {
    // Whatever happens to have that name is among the others.
    let named = counts.filter { $0.key != rest }
      .sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    let others = named.dropFirst(most).reduce(counts[rest] ?? 0) { $0 + $1.value }
    let shown = named.prefix(most).map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    return others > 0 ? shown + [(rest, others)] : shown
  }
}
