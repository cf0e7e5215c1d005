internal import NetwatchCore
internal import NetwatchHTTP

/// How an upload is told to people.
enum UploadText {
  /// A number of bytes, to three digits or so: `512 B`, `1.5 KiB`, `40.0 MiB`.
  static func bytes(_ count: Int64) -> String {
    guard count >= 1024 else { return "\(count) B" }
    var (unit, size) = (0, Double(count) / 1024)
    let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    while size >= 1024 { (unit, size) = (unit + 1, size / 1024) }
    let tenths = Int64(size * 10)
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }

  /// A time: `8 s`, `2 min 5 s`, `3 h 0 min`.
  static func time(seconds: Int64) -> String {
    switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min \(seconds % 60) s"
    default: "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }
  }

  /// How an attempt failed.
  static func failure(_ failure: RetryFailure) -> String {
    guard let error = failure.error as? NetworkError, !error.message.isEmpty else {
      return "\(failure.type)"
    }
    return "\(failure.type): \(error.message)"
  }

  /// How far it has come, in words.
  static func progress(_ meter: UploadMeter, isWaiting: Bool) -> String {
    let amount = "\(bytes(meter.sent)) of \(bytes(meter.total))"
    if isWaiting { return "waiting for connectivity, \(amount) sent" }
    let rate = meter.rate.map { ", \(bytes($0))/s" } ?? ""
    let left = meter.secondsLeft.map { ", \(time(seconds: $0)) left" } ?? ""
    return amount + " sent" + rate + left
  }

  /// The line of a terminal: a bar where there is room for one, cut off at the width.
  static func line(_ meter: UploadMeter, isWaiting: Bool, width: Int) -> String {
    let text = progress(meter, isWaiting: isWaiting)
    let room = min(width - text.count - 10, 30)
    let isBarred = !isWaiting && room >= 10
    let line = isBarred ? "\(bar(meter, room)) \(text)" : text
    return String(line.prefix(max(width - 1, 1)))
  }

  private static func bar(_ meter: UploadMeter, _ width: Int) -> String {
    let share = meter.total > 0 ? Double(meter.sent) / Double(meter.total) : 1
    let filled = Int(min(max(share, 0), 1) * Double(width))
    let percent = "\(Int(min(max(share, 0), 1) * 100)) %"
    return "[" + String(repeating: "#", count: filled)
      + String(repeating: "-", count: width - filled) + "] "
      + String(repeating: " ", count: 5 - percent.count) + percent
  }
}
