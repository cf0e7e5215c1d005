import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

extension Situation {
  /// Lets it happen in a namespace of its own, and compares what is published with what should be.
  func play(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let place = try await Place.make(for: setup + steps.flatMap(\.commands))
    try await place.perform(stage.commands + setup)
    var configuration = Configuration(
      namespace: place.sandbox.namespace,
      lossDelay: .zero,
      recoveryDelay: .zero
    )
    configure(&configuration)
    try await first.isWhatIs(for: configuration)
    var seen = 0
    let states = try await Watch.run(configuration) { watch in
      #expect(watch.recorder.sights == [first], sourceLocation: sourceLocation)
      seen = 1
      for (number, step) in steps.enumerated() {
        try await place.perform(step.commands)
        try await watch.rest(at: step.published.last)
        let published = watch.recorder.sights.dropFirst(seen)
        seen += published.count
        #expect(
          step.withoutWaystation(published.withoutRevisions) == step.published,
          "step \(number + 1)",
          sourceLocation: sourceLocation
        )
        try #expect(await watch.manager.settledState().level == watch.manager.current.level)
      }
    }
    #expect(states.count == seen, "something came afterwards", sourceLocation: sourceLocation)
  }
}

extension Sight {
  /// Waits for the namespace to be ready: carriers come a moment after their links, and IPv6 addresses
  /// are usable a moment after they were added, even without a check for duplicates.
  fileprivate func isWhatIs(for configuration: Situation.Configuration) async throws {
    let manager = try LinuxConnectivityManager(configuration: configuration)
    _ = try await firstValue(within: .seconds(5)) {
      Sight(manager.current).hasSameVerdicts(as: self) ? () : nil
    }
  }

  private func hasSameVerdicts(as other: Sight) -> Bool {
    ipv4 == other.ipv4 && ipv6 == other.ipv6
  }
}

extension Collection<Sight> {
  /// The sights without those of an outage whose reason was to change within it.
  ///
  /// The kernel tells that a link is down, or without a carrier, before it has taken back all that
  /// depends on it: who asks at once can find it on the way.
  var withoutRevisions: [Sight] {
    zip(self, dropFirst().map(Optional.some) + [nil])
      .filter { $0.level != .none || $1?.level != ConnectivityLevel.none }
      .map(\.0)
  }
}
