import CLinux
import Glibc
import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport

/// A walk through random states of a network, at each of which two managers are compared with what
/// becomes of packets: one that runs and is told of changes, and one that asks at each reading.
///
/// It blocks its thread, and belongs on one of its own.
final class OracleWalk {
  /// A bridge and a tun tell of a loss up to a second late.
  private static let settlingTime = Duration.seconds(3)

  /// How long a packet may take that is not expected to arrive.
  private static let patience = Duration.milliseconds(3)

  private let managers: (running: LinuxConnectivityManager, asking: LinuxConnectivityManager)
  private let seed: UInt64
  private let world: OracleWorld
  private let truth: PacketTruth
  private let judge: OracleJudge
  private var generator: OracleGenerator
  private var history: [OracleOperation] = []
  private var report = OracleReport()

  init(
    seed: UInt64,
    client: NetworkSandbox,
    peer: NetworkSandbox,
    running: LinuxConnectivityManager,
    asking: LinuxConnectivityManager
  ) throws {
    self.seed = seed
    managers = (running, asking)
    world = try OracleWorld(client: client, peer: peer)
    truth = try PacketTruth(client: client, peer: peer)
    judge = OracleJudge(world: world)
    generator = OracleGenerator(seed: seed)
  }

  /// Walks so many steps, or to the first difference, after which nothing is to be learned.
  func run(steps: Int) throws -> OracleReport {
    while report.steps < steps, report.differences.isEmpty { try step() }
    return report
  }

  private func step() throws {
    let operation = generator.next()
    history.append(operation)
    try world.perform(operation)
    world.spreadByPorts()
    let deadline = ContinuousClock.now + Self.settlingTime
    while let difference = try difference() {
      guard .now < deadline else { return fail(difference) }
      usleep(10_000)
    }
    report.stepped(to: managers.asking.current.snapshot)
  }

  /// What the managers say of either family that the packets do not.
  private func difference() throws -> String? {
    let (asked, told) = (managers.asking.current.snapshot, managers.running.current.snapshot)
    for family in AddressFamily.allCases {
      let arrivals = try truth.arrivals(
        of: OracleTargets.addresses(family),
        tunnels: world.tunnels,
        patience: Self.patience
      )
      if let difference = judge.difference(asked[family], arrivals) {
        return "\(family), asking: \(difference)"
      }
      if let difference = judge.difference(told[family], arrivals) {
        return "\(family), running: \(difference)"
      }
    }
    return nil
  }

  private func fail(_ difference: String) {
    let steps = history.map { "  \($0)" }.joined(separator: "\n")
    report.differed(
      """
      Seed \(seed), step \(history.count): \(difference)
      \(steps)
      \(world.description(of: OracleTargets.all))
      """
    )
  }
}
