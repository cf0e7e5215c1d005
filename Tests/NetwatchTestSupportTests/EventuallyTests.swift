import NetwatchTestSupport
import Testing

@Suite struct EventuallyTests {
  @Test func `it returns once the condition holds`() async throws {
    var asked = 0
    try await eventually(within: .seconds(5), every: .milliseconds(1)) {
      asked += 1
      return asked == 3
    }
    #expect(asked == 3)
  }

  @Test func `it names the place of a condition that never holds`() async {
    // Outside the macro, whose expansion has a place of its own.
    let line = #line + 2
    func waitInVain() async throws {
      try await eventually(within: .milliseconds(10)) { false }
    }
    let error = await #expect(throws: ConditionNotMet.self) { try await waitInVain() }
    #expect(error?.location == "NetwatchTestSupportTests/EventuallyTests.swift:\(line)")
  }
}
