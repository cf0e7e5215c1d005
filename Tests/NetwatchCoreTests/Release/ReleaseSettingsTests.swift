import NetwatchCore
import Testing

@Suite struct ReleaseSettingsTests {
  private static let longest = Duration(attoseconds: .max)
  private static let shortest = Duration(attoseconds: .min)

  @Test func `the defaults are those of the design`() {
    let settings = ReleaseSettings()
    #expect(settings.limit == 64)
    #expect(settings.jitter == nil)
    #expect(settings.firstGap == .seconds(1))
    #expect(settings.longestGap == .seconds(30))
    #expect(settings.smallestGap == .milliseconds(500))
    #expect(settings.longestHold == .seconds(3600))
    #expect(settings.sample == 8)
  }

  @Test(
    arguments: [
      (ReleaseSettings(limit: 0), ReleaseSettings(limit: 1)),
      (ReleaseSettings(limit: .min), ReleaseSettings(limit: 1)),
      (ReleaseSettings(jitter: shortest), ReleaseSettings(jitter: .zero)),
      (ReleaseSettings(jitter: longest), ReleaseSettings(jitter: .seconds(3600))),
      (ReleaseSettings(firstGap: longest), ReleaseSettings(firstGap: .seconds(3600))),
      (
        ReleaseSettings(firstGap: .zero),
        ReleaseSettings(firstGap: .milliseconds(1), smallestGap: .milliseconds(1))
      ),
      (ReleaseSettings(longestGap: shortest), ReleaseSettings(longestGap: .seconds(1))),
      (ReleaseSettings(longestGap: longest), ReleaseSettings(longestGap: .seconds(3600))),
      (ReleaseSettings(smallestGap: longest), ReleaseSettings(smallestGap: .seconds(1))),
      (ReleaseSettings(smallestGap: .zero), ReleaseSettings(smallestGap: .milliseconds(1))),
      (ReleaseSettings(longestHold: longest), ReleaseSettings()),
      (ReleaseSettings(longestHold: shortest), ReleaseSettings(longestHold: .zero)),
      (ReleaseSettings(sample: -1), ReleaseSettings(sample: 1)),
      (ReleaseSettings(sample: .max), ReleaseSettings(sample: 64)),
    ]
  )
  func `a value out of bounds is the nearest bound`(given: ReleaseSettings, bound: ReleaseSettings)
  {
    #expect(given == bound)
  }

  @Test(
    arguments: [
      (nil, .success), (.status(200), .success), (.status(404), .success),
      (.status(500), .success), (.status(502), .success), (.status(504), .success),
      (.status(429), .overloaded(retryAfter: .seconds(7))),
      (.status(503), .overloaded(retryAfter: .seconds(7))),
      (.nameNotResolved, .connectionFailure), (.refused, .connectionFailure),
      (.unreachable, .connectionFailure), (.connectTimeout, .connectionFailure),
      (.timeout, .connectionFailure), (.connectionLost, .connectionFailure),
      (.untrusted, .connectionFailure), (.secureConnectionFailed, .connectionFailure),
      (.malformedResponse, .success), (.badRedirect, .success), (.decoding, .success),
      (.unknown, .success), (.cancelled, .givenBack), (.invalidRequest, .givenBack),
      (.outOfResources, .givenBack),
    ] as [(NetworkErrorType?, ReleaseOutcome)]
  )
  func `every kind of failure tells something`(type: NetworkErrorType?, outcome: ReleaseOutcome) {
    #expect(ReleaseOutcome(of: type, retryAfter: .seconds(7)) == outcome)
  }
}
