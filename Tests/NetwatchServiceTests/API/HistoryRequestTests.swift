import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite struct HistoryRequestTests {
  @Test func `The same question is answered from memory, and another one anew`() async throws {
    try await APIFixture.serving { service in
      // The end is the moment at which it was asked, to the microsecond.
      let first = try await service.ask("GET", "/v1/history?since=7d")
      let again = try await service.ask("GET", "/v1/history?since=7d")
      let other = try await service.ask("GET", "/v1/history?since=8d")
      #expect(first.status == 200)
      #expect(first.body == again.body)
      #expect(other.body != first.body)
    }
  }

  @Test func `Who has heard of a change finds it in the answer to the same question`() async throws
  {
    try await APIFixture.serving { service in
      let before = try await service.ask("GET", "/v1/history?since=7d")
      let stored = service.api.events.counts.storedStates
      service.api.events.append(state: .test(.portal))
      try await eventually(within: .seconds(5)) { service.api.events.counts.storedStates > stored }
      let after = try await service.ask("GET", "/v1/history?since=7d")
      #expect(!before.body.contains("portal") && after.body.contains("portal"))
    }
  }
}
