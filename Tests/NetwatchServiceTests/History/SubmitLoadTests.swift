import NetwatchCore
import NetwatchJobs
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite("Submitting beside many clients of the event stream", .timeLimit(.minutes(2)))
struct SubmitLoadTests {
  /// How many submit at the same time, and how often each of them.
  private static let (submitters, submissions) = (10, 60)

  /// How often somebody submits: together 200 times a second.
  private static let interval = Duration.milliseconds(50)

  @Test("200 submissions a second are accepted, and a thousand clients hear of each")
  func submitting() async throws {
    try await APIFixture.serving { fixture in
      let events = fixture.api.events
      fixture.scheduler.observe { events.append(transitions: $0) }
      let clients = try await listening(to: fixture)
      let before = try Proc.current.anonymousKilobytes
      // The first hundred take nothing.
      var tallies = clients.dropFirst(100).map { ($0, EventTally("job")) }
      let total = Self.submitters * Self.submissions
      let start = ContinuousClock.now
      async let statuses = submit(to: fixture)
      var peak = 0
      try await eventually(within: .seconds(60), every: .milliseconds(1)) {
        for index in tallies.indices { tallies[index].0.drain { tallies[index].1.take($0) } }
        peak = max(peak, try Proc.current.anonymousKilobytes - before)
        return tallies.allSatisfy { $0.1.count >= total }
      }
      let time = ContinuousClock.now - start
      #expect(try await statuses == [201: total])
      #expect(tallies.allSatisfy { $0.1.count == total })
      #expect(events.counts.lost == 0)
      #expect(events.counts.droppedClients == 0)
      // A hundred that each hold what waits for them would take 15,000 KiB.
      #expect(peak < 10_000)
      print("\(total) submissions: \(peak) KiB more than before, all told in \(time)")
    }
  }

  /// A thousand clients that hear of everything from here on.
  private func listening(to fixture: APIFixture) async throws -> [EventClient] {
    var clients: [EventClient] = []
    for _ in 0..<1_000 {
      let client = try EventClient(fixture.socket)
      try client.send("GET /v1/events HTTP/1.1\r\nHost: h\r\n\r\n")
      clients.append(client)
    }
    // Then nothing is under way to it.
    for client in clients { try await client.wait { _ in client.lastID == 0 } }
    return clients
  }

  /// Submits job after job.
  ///
  /// - Returns: How often each status was the answer.
  private func submit(to fixture: APIFixture) async throws -> [Int: Int] {
    try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<Self.submitters {
        group.addTask {
          let client = try TestClient.unix(fixture.socket)
          var (statuses, next): ([Int], ContinuousClock.Instant) = ([], .now)
          for _ in 0..<Self.submissions {
            try await Task.sleep(until: next)
            next = next.advanced(by: Self.interval)
            statuses.append(try await fixture.submit(httpJob(), over: client))
          }
          return statuses
        }
      }
      return try await group.reduce(into: [:]) { counts, statuses in
        for status in statuses { counts[status, default: 0] += 1 }
      }
    }
  }
}

extension APIFixture {
  /// Submits over a connection that stays, and returns the status.
  fileprivate func submit(_ body: String, over client: TestClient) async throws -> Int {
    try await client.send(
      "POST /v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    )
    return APIAnswer(text: try await client.answer()).status
  }
}
