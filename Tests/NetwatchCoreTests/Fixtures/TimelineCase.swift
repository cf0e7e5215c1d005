import Testing

@testable import NetwatchCore

/// What happens when, and what is expected to come out.
struct TimelineCase: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var settings = ConnectivitySettings()
  var first: Snapshot
  var steps: [Timeline.Step]
  var until: Int64
  var expected: [String]

  init(
    _ description: String,
    settings: ConnectivitySettings = .init(),
    from first: Snapshot = .by(1),
    _ steps: [Timeline.Step],
    until: Int64 = 3000,
    gives expected: [String]
  ) {
    testDescription = description
    self.settings = settings
    self.first = first
    self.steps = steps
    self.until = until
    self.expected = expected
  }

  func check(_ location: SourceLocation = #_sourceLocation) {
    var timeline = Timeline(settings, first)
    timeline.run(steps, until: until)
    #expect(timeline.lines == expected, sourceLocation: location)
  }
}

extension ConnectivitySettings {
  static let probing = Self(hasProbes: true)
  static let decisive = Self(trafficPolicy: .decisive)
}
