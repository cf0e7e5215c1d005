import Testing

@testable import NetwatchCore

@Suite struct PathRegisterTests {
  enum Event: Sendable {
    case snapshot(Snapshot)
    case told(Snapshot)
    case deleted([Int32])
    case resumed
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var events: [Event]
    var ipv4: UInt64?
    var ipv6: UInt64?
    var newest: UInt64
  }

  private static let otherName = Snapshot(ipv4: .by(.ipv4(1), name: "wan0"), ipv6: .none)
  private static let otherSource = Snapshot(ipv4: .by(.ipv4(1), source: 0xC000_0299), ipv6: .none)
  private static let otherMetric = Snapshot(ipv4: .by(.ipv4(1), metric: 7), ipv6: .none)
  private static let otherLink = Snapshot(ipv4: .by(.ipv4(1, interface: 3)), ipv6: .none)
  private static let noGateway = Snapshot(
    ipv4: .by(NetworkPath(family: .ipv4, interfaceIndex: 2, gateway: nil)),
    ipv6: .none
  )

  @Test(arguments: [
    Case(testDescription: "the first path", events: [.snapshot(.by(1))], ipv4: 1, newest: 1),
    Case(testDescription: "no path", events: [.snapshot(.nothing)], newest: 1),
    Case(
      testDescription: "both at once",
      events: [.snapshot(.by(1, 1))],
      ipv4: 1,
      ipv6: 1,
      newest: 1
    ),
    Case(
      testDescription: "a path after none",
      events: [.snapshot(.nothing), .told(.nothing), .snapshot(.by(1))],
      ipv4: 2,
      newest: 2
    ),
    Case(
      testDescription: "another gateway",
      events: [.snapshot(.by(1)), .snapshot(.by(2))],
      ipv4: 2,
      newest: 2
    ),
    Case(
      testDescription: "no gateway any more",
      events: [.snapshot(.by(1)), .snapshot(noGateway)],
      ipv4: 2,
      newest: 2
    ),
    Case(
      testDescription: "another interface",
      events: [.snapshot(.by(1)), .snapshot(otherLink)],
      ipv4: 2,
      newest: 2
    ),
    Case(
      testDescription: "another name, source or metric is the same path",
      events: [
        .snapshot(.by(1)), .snapshot(otherName), .snapshot(otherSource), .snapshot(otherMetric),
      ],
      ipv4: 1,
      newest: 1
    ),
    Case(
      testDescription: "a second family",
      events: [.snapshot(.by(1)), .snapshot(.by(1, 1))],
      ipv4: 1,
      ipv6: 2,
      newest: 2
    ),
    Case(
      testDescription: "both families change in one snapshot",
      events: [.snapshot(.by(1, 1)), .snapshot(.by(2, 2))],
      ipv4: 2,
      ipv6: 2,
      newest: 2
    ),
    Case(
      testDescription: "one changes, one stays",
      events: [.snapshot(.by(1, 1)), .snapshot(.by(1, 2)), .snapshot(.by(3, 2))],
      ipv4: 3,
      ipv6: 2,
      newest: 3
    ),
    Case(
      testDescription: "lost",
      events: [.snapshot(.by(1, 1)), .snapshot(.by(nil, 1))],
      ipv6: 1,
      newest: 1
    ),
    Case(
      testDescription: "lost untold and back",
      events: [.snapshot(.by(1)), .snapshot(.nothing), .snapshot(.by(1))],
      ipv4: 1,
      newest: 1
    ),
    Case(
      testDescription: "lost, told and back",
      events: [.snapshot(.by(1)), .snapshot(.nothing), .told(.nothing), .snapshot(.by(1))],
      ipv4: 2,
      newest: 2
    ),
    Case(
      testDescription: "lost, told and back twice",
      events: [
        .snapshot(.by(1)), .snapshot(.nothing), .told(.nothing), .snapshot(.by(1)),
        .snapshot(.nothing), .told(.nothing), .snapshot(.by(1)),
      ],
      ipv4: 3,
      newest: 3
    ),
    Case(
      testDescription: "one family lost, told and back, the other stays",
      events: [
        .snapshot(.by(1, 1)), .snapshot(.by(nil, 1)), .told(.by(nil, 1)), .snapshot(.by(1, 1)),
      ],
      ipv4: 2,
      ipv6: 1,
      newest: 2
    ),
    Case(
      testDescription: "lost untold, another meanwhile, and back",
      events: [.snapshot(.by(1)), .snapshot(.nothing), .snapshot(.by(2)), .snapshot(.by(1))],
      ipv4: 3,
      newest: 3
    ),
    Case(
      testDescription: "told while there",
      events: [.snapshot(.by(1)), .told(.by(1)), .snapshot(.by(1))],
      ipv4: 1,
      newest: 1
    ),
    Case(
      testDescription: "after a suspend",
      events: [.snapshot(.by(1, 1)), .resumed, .snapshot(.by(1, 1))],
      ipv4: 2,
      ipv6: 2,
      newest: 2
    ),
    Case(
      testDescription: "after a suspend with one lost, which then returns",
      events: [
        .snapshot(.by(1, 1)), .resumed, .snapshot(.by(1, nil)), .snapshot(.by(1, 1)),
      ],
      ipv4: 2,
      ipv6: 3,
      newest: 3
    ),
    Case(
      testDescription: "suspended twice before the kernel was asked",
      events: [.snapshot(.by(1)), .resumed, .resumed, .snapshot(.by(1)), .snapshot(.by(1))],
      ipv4: 2,
      newest: 2
    ),
    Case(
      testDescription: "another link took index and name",
      events: [.snapshot(.by(1, 1)), .deleted([7, 2]), .snapshot(.by(1, 1))],
      ipv4: 2,
      ipv6: 2,
      newest: 2
    ),
    Case(
      testDescription: "the link went, and another came before the loss was told",
      events: [.snapshot(.by(1)), .snapshot(.nothing), .deleted([2]), .snapshot(.by(1))],
      ipv4: 2,
      newest: 2
    ),
    Case(
      testDescription: "another link went",
      events: [.snapshot(.by(1)), .deleted([3, 4]), .snapshot(.by(1))],
      ipv4: 1,
      newest: 1
    ),
  ])
  func `generations after`(_ sample: Case) {
    var register = PathRegister()
    for (index, event) in sample.events.enumerated() {
      switch event {
      case .snapshot(let snapshot): register.snapshotTaken(snapshot, at: .s(Int64(index)))
      case .told(let snapshot): register.published(snapshot)
      case .deleted(let indexes): register.linksDeleted(indexes)
      case .resumed: register.resumed()
      }
    }
    #expect(register.generations == Generations(ipv4: sample.ipv4, ipv6: sample.ipv6))
    #expect(register.newest == sample.newest)
    #expect(!register.hasRetired)
  }

  @Test func `a snapshot says whether a path began`() {
    var register = PathRegister()
    let snapshots: [Snapshot] = [.by(1), .by(1), .by(1, 1), .by(1), .nothing, .by(2)]
    let began = snapshots.map { register.snapshotTaken($0, at: .s(0)) }
    #expect(began == [true, false, true, false, false, true])
  }

  @Test func `a path begins once, whatever becomes of the other family`() {
    var register = PathRegister()
    register.snapshotTaken(.by(1), at: .s(1))
    register.snapshotTaken(.by(1, 1), at: .s(2))
    register.snapshotTaken(.nothing, at: .s(3))
    register.snapshotTaken(.by(1, 2), at: .s(4))
    #expect(register.beginning(of: .ipv4) == .s(1))
    #expect(register.beginning(of: .ipv6) == .s(4))
  }

  @Test func `a path over a deleted link asks for a new look, one that is gone does not`() {
    var register = PathRegister()
    register.snapshotTaken(.by(1), at: .s(0))
    register.linksDeleted([2])
    #expect(register.hasRetired)
    register.snapshotTaken(.nothing, at: .s(1))
    #expect(!register.hasRetired)
  }
}
