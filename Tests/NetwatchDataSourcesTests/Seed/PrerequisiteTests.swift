import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// What the seed's text says of prerequisites.
@Suite(.timeLimit(.minutes(1)))
struct PrerequisiteTests {
  private let trial = Trial()
  private let monitor = NetworkMonitor()

  @Test func `conditions are checked before fetching`() async throws {
    let source = trial.source.requires(NetworkPrerequisite(monitor: monitor)).build()
    try await trial.have(source, fetch: 1)
    await monitor.set(isConnected: false)
    let error = await #expect(throws: PrerequisiteError.self) { try await source.refresh() }
    #expect(error?.prerequisite is NetworkPrerequisite)
    #expect(error?.description.contains("NetworkPrerequisite") == true)
    #expect(trial.fetch.count == 1)
    #expect(source.snapshot.value == 1)
    #expect(trial.failures.entries.isEmpty)
  }

  @Test func `all conditions are checked, in the order given, until one does not hold`() async {
    let checked = Journal<Int>()
    let source = trial.source
      .requires(Condition(number: 1, holds: true, checked: checked))
      .requires(Condition(number: 2, holds: false, checked: checked))
      .requires(Condition(number: 3, holds: true, checked: checked))
      .build()
    await #expect(throws: PrerequisiteError.self) { try await source.refresh() }
    #expect(checked.entries == [1, 2])
  }
}

private struct Condition: DataSourceRefreshPrerequisite {
  let number: Int
  let holds: Bool
  let checked: Journal<Int>

  func check() async -> Bool {
    checked.append(number)
    return holds
  }
}

actor NetworkMonitor {
  static let shared = NetworkMonitor()

  private(set) var isConnected = true

  func set(isConnected: Bool) {
    self.isConnected = isConnected
  }
}

struct NetworkPrerequisite: DataSourceRefreshPrerequisite {
  var monitor = NetworkMonitor.shared

  func check() async -> Bool {
    // Check network availability
    await monitor.isConnected
  }
}
