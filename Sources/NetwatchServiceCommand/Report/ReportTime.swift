internal import NetwatchClient
internal import NetwatchCore
internal import NetwatchText

// Moments as the clock on the wall of who reads the report shows them.

/// The local day and time of day, to the second.
func localText(_ time: ServiceTime) -> String {
  let civil = CivilTime.local(time.wallTime)
  return String { text in
    text.append(dayOf: civil)
    text.append(byte: UInt8(ascii: " "))
    text.append(clockOf: civil)
    text.append(byte: UInt8(ascii: ":"))
    text.append(civil.second, width: 2)
  }
}

/// How far the local time is ahead of the universal one, as `UTC+01:00`.
func zoneText(at time: ServiceTime) -> String {
  let minutes = localOffset(at: time.wallTime) / 60
  return String { text in
    text.append(minutes < 0 ? "UTC-" : "UTC+")
    text.append(abs(minutes) / 60, width: 2)
    text.append(byte: UInt8(ascii: ":"))
    text.append(abs(minutes) % 60, width: 2)
  }
}

/// How far the local time is ahead of the universal one, in seconds.
func localOffset(at time: WallTime) -> Int64 {
  let (local, universal) = (CivilTime.local(time), CivilTime.utc(time))
  let today = [local.year, local.month, local.day]
  let days: Int64 =
    local.isSameDay(as: universal)
    ? 0
    : today.lexicographicallyPrecedes([universal.year, universal.month, universal.day]) ? -1 : 1
  return days * 86_400 + local.secondOfDay - universal.secondOfDay
}

extension CivilTime {
  fileprivate func isSameDay(as other: Self) -> Bool {
    (year, month, day) == (other.year, other.month, other.day)
  }

  fileprivate var secondOfDay: Int64 { hour * 3600 + minute * 60 + second }
}

extension TextBuffer {
  /// Appends a day as 2026-11-30.
  mutating func append(dayOf civil: CivilTime) {
    append(civil.year, width: 4)
    append(byte: UInt8(ascii: "-"))
    append(civil.month, width: 2)
    append(byte: UInt8(ascii: "-"))
    append(civil.day, width: 2)
  }

  /// Appends a time of day, to the minute.
  mutating func append(clockOf civil: CivilTime) {
    append(civil.hour, width: 2)
    append(byte: UInt8(ascii: ":"))
    append(civil.minute, width: 2)
  }
}

extension ServiceTime {
  /// The seconds from another moment to this one, negative where this one is earlier.
  func seconds(since other: ServiceTime) -> Double {
    let (one, two) = (wallTime, other.wallTime)
    return Double(one.seconds) - Double(two.seconds)
      + (Double(one.nanoseconds) - Double(two.nanoseconds)) / 1e9
  }
}
