import NetwatchCore
import NetwatchJobs
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite struct ParkedTests {
  /// Serves with a scheduler that runs, and knows of no connection.
  private func servingOffline(_ body: (APIFixture) async throws -> Void) async throws {
    try await APIFixture.serving { service in
      service.connectivity.set(isAvailable: false)
      let scheduler = service.scheduler
      async let _ = scheduler.run()
      _ = try await service.submit(httpJob("https://example.org/", #","priority":"low""#))
      try await eventually(within: .seconds(10)) {
        try await service.ask("GET", "/v1/jobs/1").json["parked"]?.boolean == true
      }
      try await body(service)
    }
  }

  @Test func `A job that waits for a connection is parked, and says so`() async throws {
    try await servingOffline { service in
      let job = try await service.ask("GET", "/v1/jobs/1").json
      #expect(job["state"]?.text == "ready")
      #expect(job["why"]?.text == "It waits for a connection to the internet.")
    }
  }

  @Test func `The parked are found among the ready, and beside other states`() async throws {
    try await servingOffline { service in
      let later = #","notBefore":"1h""#
      let body = "[\(httpJob("https://example.org/", later)),\(httpJob()),\(httpJob())]"
      #expect(try await service.submit(body).status == 201)
      for (query, ids) in [
        ("state=parked", [1, 3, 4]), ("state=parked&state=waiting", [1, 2, 3, 4]),
        ("state=waiting", [2]), ("state=parked&limit=1", [1]),
        ("state=parked&limit=1&after=1", [3]), ("state=ready", [1, 3, 4]), ("state=dead", []),
      ] {
        let page = try await service.ask("GET", "/v1/jobs?\(query)").json
        #expect(page["jobs"]?.elements.compactMap { $0["id"]?.number } == ids, "\(query)")
      }
    }
  }

  @Test func `A job that was submitted for later says when it is due`() async throws {
    try await servingOffline { service in
      let job = httpJob("https://example.org/", #","notBefore":3600"#)
      let id = try #require(try await service.submit(job).json["id"]?.number)
      let shown = try await service.ask("GET", "/v1/jobs/\(id)").json
      #expect(shown["state"]?.text == "waiting")
      #expect(shown["parked"]?.boolean == false)
      #expect(shown["why"]?.text == "It was submitted for later, and is due in 60 min.")
    }
  }
}
