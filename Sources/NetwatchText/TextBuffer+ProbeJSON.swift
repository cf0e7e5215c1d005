package import NetwatchCore

extension TextBuffer {
  /// Appends the outcome of a probe as an object, the members of `probes`.
  ///
  /// - Parameters:
  ///   - probe: The outcome.
  ///   - hasTimings: Whether to say how long each step took, as `probe` does; no by default.
  package mutating func element(_ probe: ProbeReport, hasTimings: Bool = false) {
    beginObject()
    members(probe, hasTimings: hasTimings)
    endObject()
  }

  /// Appends what ``element(_:hasTimings:)`` says, to an object that is open.
  package mutating func members(_ probe: ProbeReport, hasTimings: Bool) {
    member("endpoint", probe.endpoint)
    member("family", probe.family.rawValue)
    member("outcome", probe.outcome.rawValue)
    if let status = probe.status { member("status", status) }
    if let location = probe.location { member("location", location) }
    member("milliseconds", milliseconds: probe.timings.total)
    if hasTimings { member(probe.timings) }
  }

  private mutating func member(_ timings: ProbeTimings) {
    object("timings") { json in
      json.timing("lookup", timings.lookup)
      json.timing("connect", timings.connect)
      json.timing("tls", timings.tls)
      json.timing("firstByte", timings.firstByte)
      json.timing("total", timings.total)
    }
  }

  private mutating func timing(_ name: String, _ duration: Duration?) {
    guard let duration else { return }
    member(name, milliseconds: duration, decimals: 3)
  }
}
