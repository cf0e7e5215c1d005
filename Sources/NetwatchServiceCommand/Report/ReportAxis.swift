internal import NetwatchClient
internal import NetwatchCore
internal import NetwatchText

/// The time along the foot of a chart.
///
/// Places are in per cent of the chart's width, so that it fits any screen.
struct ReportAxis {
  private let from: ServiceTime
  private let length: Double

  /// The axis from one moment to another.
  init(from: ServiceTime, to: ServiceTime) {
    (self.from, length) = (from, max(to.seconds(since: from), 1))
  }

  /// Where a moment is.
  func place(_ time: ServiceTime) -> Double {
    min(max(time.seconds(since: from) / length * 100, 0), 100)
  }

  /// The moments to name, at full hours or days of the local time, and what to call them.
  var marks: [(place: Double, name: String)] {
    let step = Self.steps.first { length / Double($0) <= 6 } ?? 3_650 * 86_400
    let start = from.wallTime.seconds
    let offset = localOffset(at: from.wallTime)
    let first = (start + offset) / step * step - offset
    return (Int64(0)...8).compactMap { index in
      let moment = WallTime(seconds: first + step * index, nanoseconds: 0)
      let place = Double(moment.seconds - start) / length * 100
      guard (0...100).contains(place) else { return nil }
      return (place, Self.name(moment, isDay: step >= 86_400))
    }
  }

  private static let steps: [Int64] = [
    300, 900, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 2_592_000, 31_536_000,
  ]

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func name(_ time: WallTime, isDay: Bool) -> String {
    let civil = CivilTime.local(time)
    guard isDay else { return String { $0.append(clockOf: civil) } }
    let month = Int(civil.month - 1)
    return "\(civil.day) \(months.indices.contains(month) ? months[month] : "")"
  }
}

extension Markup {
  /// Appends the lines and names of an axis to a chart of a height.
  mutating func append(_ axis: ReportAxis, height: Double) {
    for (place, name) in axis.marks {
      let x = percentPlace(place)
      element("line", ["class": "grid", "x1": x, "x2": x, "y1": "0", "y2": pixels(height + 4)])
      let anchor = place < 6 ? "start" : place > 94 ? "end" : "middle"
      element("text", ["x": x, "y": pixels(height + 17), "text-anchor": anchor], text: name)
    }
  }
}

/// A place as SVG reads it.
func percentPlace(_ value: Double) -> String { fixed(value, decimals: 3) + "%" }

/// A length as SVG reads it.
func pixels(_ value: Double) -> String { fixed(value, decimals: 1) }
