internal import NetwatchClient

/// The points of a latency chart, by their places along the axis, in per cent.
struct LatencySeries {
  /// What was measured in a while.
  struct Point {
    let place: Double
    let median: Double?
    let longest: Double?
    let hasFailures: Bool
  }

  /// A piece of the median's line; times are in milliseconds.
  struct Line {
    let start: (place: Double, time: Double)
    let end: (place: Double, time: Double)
  }

  /// The points, in order.
  let points: [Point]

  /// How much of the axis a point stands for.
  let width: Double

  init(_ series: [HistoryDocument.Point], _ axis: ReportAxis) {
    points = series.map { point in
      Point(
        place: axis.place(point.time),
        median: point.median.flatMap { ReportScale.canBeDrawn($0) ? $0 : nil },
        longest: point.max.flatMap { ReportScale.canBeDrawn($0) ? $0 : nil },
        hasFailures: point.failures > 0
      )
    }
    let distances = zip(points.dropFirst(), points).map { $0.place - $1.place }
    width = min(distances.filter { $0 > 0 }.min() ?? 2, 2)
  }

  /// The line that leads to a point: from the one before, unless there is a gap.
  func line(to index: Int) -> Line? {
    guard let median = points[index].median else { return nil }
    let end = (place: points[index].place + width / 2, time: median)
    guard index > 0, let before = points[index - 1].median,
      points[index].place - points[index - 1].place < 3 * width
    else { return Line(start: (points[index].place, median), end: end) }
    return Line(start: (points[index - 1].place + width / 2, before), end: end)
  }
}
