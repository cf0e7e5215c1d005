import NetwatchCore
import Testing

@Suite struct ExplanationTests {
  private static func explanation(
    _ level: ConnectivityLevel,
    _ snapshot: Snapshot = .by(1),
    _ probes: [ProbeReport] = []
  ) -> String {
    ConnectivityState(
      level: level,
      snapshot: snapshot,
      generation: 1,
      probes: probes,
      cause: .start,
      since: WallTime(seconds: 0, nanoseconds: 0),
      time: WallTime(seconds: 0, nanoseconds: 0)
    ).explanation
  }

  @Test(
    arguments: [
      (.noRoute, "no route"), (.unreachable, "a route of type unreachable"),
      (.prohibited, "a route of type prohibit"), (.blackhole, "a route of type blackhole"),
      (.linkDown, "the interface of the route is down"),
      (.noCarrier, "the interface of the route has no carrier"),
      (.noAddress, "no address that is usable beyond the link"),
      (.underlayDown, "a tunnel with no usable link under it"),
      (.disabled, "switched off"),
    ] as [(UnreachableReason, String)]
  )
  func `every reason has its words`(reason: UnreachableReason, words: String) {
    let snapshot = Snapshot(ipv4: .unreachable(reason), ipv6: .unreachable(reason))
    #expect(Self.explanation(.none, snapshot) == words)
  }

  @Test func `no reason is left out`() {
    let words = Set(
      UnreachableReason.allCases.map {
        Self.explanation(.none, Snapshot(ipv4: .unreachable($0), ipv6: .unreachable($0)))
      }
    )
    #expect(words.count == UnreachableReason.allCases.count)
  }

  @Test(
    arguments: [
      (.linkDown, .noRoute, "IPv4: the interface of the route is down"),
      (.linkDown, .disabled, "IPv4: the interface of the route is down"),
      (.noRoute, .linkDown, "IPv6: the interface of the route is down"),
      (.disabled, .noCarrier, "IPv6: the interface of the route has no carrier"),
      (.disabled, .noRoute, "IPv6: no route"),
      (.noRoute, .disabled, "IPv4: no route"),
      (
        .blackhole, .prohibited,
        "IPv4: a route of type blackhole; IPv6: a route of type prohibit"
      ),
    ] as [(UnreachableReason, UnreachableReason, String)]
  )
  func `the family that tells more is named`(
    ipv4: UnreachableReason,
    ipv6: UnreachableReason,
    words: String
  ) {
    let snapshot = Snapshot(ipv4: .unreachable(ipv4), ipv6: .unreachable(ipv6))
    #expect(Self.explanation(.none, snapshot) == words)
  }

  @Test(arguments: [
    (Snapshot.by(1), "default route via 192.0.2.1 on eth0"),
    (.by(1, 7), "default route via 192.0.2.1 on eth0"),
    (.by(nil, 7), "default route via fe80::7 on eth0"),
    (
      Snapshot(
        ipv4: .by(NetworkPath(family: .ipv4, interfaceIndex: 9, gateway: nil), name: "wg0"),
        ipv6: .none
      ), "default route on wg0"
    ),
  ])
  func `an unverified route is described`(snapshot: Snapshot, words: String) {
    #expect(Self.explanation(.unverified, snapshot) == words)
  }

  @Test(
    arguments: [
      (.full, [], "; real traffic got through"),
      (.full, [.ipv4(.timeout, endpoint: "a"), .ipv4(.success, endpoint: "b")], "; b answered"),
      (.full, [.ipv4(.timeout, endpoint: "a")], "; real traffic got through"),
      (.limited, [], ", but real traffic fails"),
      (.limited, [.ipv4(.success, endpoint: "a")], ", but real traffic fails"),
      (.limited, [.ipv4(.timeout, endpoint: "a")], ", but a did not answer in time"),
      (.limited, [.ipv4(.refused, endpoint: "a")], ", but a refused the connection"),
      (.limited, [.ipv4(.unreachable, endpoint: "a")], ", but a is unreachable"),
      (.limited, [.ipv4(.dnsFailure, endpoint: "a")], ", but the name of a was not resolved"),
      (.limited, [.ipv4(.tlsFailure, endpoint: "a")], ", but TLS with a failed"),
      (.limited, [.ipv4(.reset, endpoint: "a")], ", but a closed the connection"),
      (.limited, [.ipv4(.unexpected, endpoint: "a")], ", but a answered something else"),
      (
        .limited,
        [ProbeReport(endpoint: "a", family: .ipv4, outcome: .unexpected, status: 500)],
        ", but a answered 500"
      ),
      (
        .portal, [.ipv4(.timeout, endpoint: "a"), .ipv4(.portal, endpoint: "b")],
        ", but a captive portal answers for b"
      ),
      (
        .portal,
        [
          ProbeReport(
            endpoint: "a",
            family: .ipv4,
            outcome: .portal,
            status: 302,
            location: "http://login.example/"
          )
        ],
        ", but a captive portal answers for a (http://login.example/)"
      ),
    ] as [(ConnectivityLevel, [ProbeReport], String)]
  )
  func `what is known beyond the route is told`(
    level: ConnectivityLevel,
    probes: [ProbeReport],
    ending: String
  ) {
    let words = Self.explanation(level, .by(1), probes)
    #expect(words == "default route via 192.0.2.1 on eth0" + ending)
  }
}
