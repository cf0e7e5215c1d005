/// Percentiles by nearest rank.
///
/// Such a percentile is the smallest value that at least so many per cent of all values do not exceed,
/// and so always one of the values.
enum NearestRank {
  /// A percentile of values in ascending order; nil where there are none.
  ///
  /// - Parameters:
  ///   - percent: From 0, which is the smallest value, to 100, which is the largest.
  ///   - values: The values.
  /// - Returns: The value whose rank, from 1, is `percent` per cent of the count, rounded up.
  static func percentile(_ percent: Int, of values: [UInt32]) -> UInt32? {
    guard !values.isEmpty else { return nil }
    let rank = (values.count * percent + 99) / 100
    return values[min(max(rank, 1), values.count) - 1]
  }
}
