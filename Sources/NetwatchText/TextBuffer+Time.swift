package import NetwatchCore

extension TextBuffer {
  /// Appends a moment as RFC 3339 writes it: in UTC, with microseconds.
  package mutating func append(rfc3339 time: WallTime) {
    let civil = CivilTime.utc(time)
    append(civil.year, width: 4)
    append(byte: UInt8(ascii: "-"))
    append(civil.month, width: 2)
    append(byte: UInt8(ascii: "-"))
    append(civil.day, width: 2)
    append(byte: UInt8(ascii: "T"))
    appendClock(civil)
    append(byte: UInt8(ascii: "."))
    append(time.nanoseconds / 1000, width: 6)
    append(byte: UInt8(ascii: "Z"))
  }

  /// Appends the local time of day, to the second.
  package mutating func append(localSecondsOf time: WallTime) {
    appendClock(.local(time))
  }

  /// Appends the local time of day, to the millisecond.
  package mutating func append(localMillisecondsOf time: WallTime) {
    append(localSecondsOf: time)
    append(byte: UInt8(ascii: "."))
    append(time.nanoseconds / 1_000_000, width: 3)
  }

  /// Appends a key and a moment.
  package mutating func member(_ name: String, _ time: WallTime) {
    key(name)
    append(byte: UInt8(ascii: "\""))
    append(rfc3339: time)
    append(byte: UInt8(ascii: "\""))
  }

  private mutating func appendClock(_ civil: CivilTime) {
    append(civil.hour, width: 2)
    append(byte: UInt8(ascii: ":"))
    append(civil.minute, width: 2)
    append(byte: UInt8(ascii: ":"))
    append(civil.second, width: 2)
  }
}
