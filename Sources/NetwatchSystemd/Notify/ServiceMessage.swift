internal import NetwatchCore

/// What a service tells its manager, as sd_notify(3) sends it: assignments, one a line.
struct ServiceMessage: Hashable {
  /// How many bytes of a status are sent.
  ///
  /// The manager reads 4,096 bytes of a message, and drops a longer one.
  static let statusLimit = 2_048

  let text: String

  private init(_ text: String) {
    self.text = text
  }

  /// The service is up, or has loaded its configuration again.
  static let ready = ServiceMessage("READY=1")

  /// The service is going down.
  static let stopping = ServiceMessage("STOPPING=1")

  /// The service is alive.
  static let watchdog = ServiceMessage("WATCHDOG=1")

  /// The service loads its configuration again, from this moment on CLOCK_MONOTONIC.
  ///
  /// The manager tells by the moment whether the reload that it waits for is this one.
  static func reloading(atNanoseconds moment: Int64) -> Self {
    ServiceMessage("RELOADING=1\nMONOTONIC_USEC=\(moment / 1_000)")
  }

  /// What the service does, in one line.
  static func status(_ status: String) -> Self {
    ServiceMessage("STATUS=\(line(status))")
  }

  /// A line break would begin another assignment, and a status may tell of what comes from outside.
  private static func line(_ status: String) -> String {
    let safe = terminalSafe(status)
    guard safe.utf8.count > statusLimit else { return safe }
    var line = ""
    var room = statusLimit - "…".utf8.count
    for scalar in safe.unicodeScalars {
      room -= scalar.utf8.count
      if room < 0 { break }
      line.unicodeScalars.append(scalar)
    }
    return line + "…"
  }
}

extension Unicode.Scalar {
  fileprivate var utf8: Unicode.UTF8.EncodedScalar {
    Unicode.UTF8.encode(self) ?? Unicode.UTF8.encodedReplacementCharacter
  }
}
