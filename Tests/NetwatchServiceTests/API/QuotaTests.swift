import NetwatchCore
import NetwatchJobs
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite struct QuotaTests {
  @Test func `Who has as many jobs as they may is refused until there are fewer`() async throws {
    try await APIFixture.serving {
      $0.quotas.owner.jobs = 3
    } _: { service in
      #expect(try await service.submit("[\(httpJob()),\(httpJob())]").status == 201)
      let tooMany = try await service.submit("[\(httpJob()),\(httpJob())]")
      #expect(tooMany.status == 429)
      #expect(tooMany.field("Retry-After") != nil)
      #expect(try tooMany.json["detail"]?.text?.contains("quotas.owner.jobs") == true)
      let last = try #require(try await service.submit(httpJob()).json["id"]?.number)
      #expect(try await service.submit(httpJob()).status == 429)
      #expect(try await service.ask("DELETE", "/v1/jobs/\(last)").status == 200)
      // It is counted again, but not more than once a second.
      try await eventually(within: .seconds(10), every: .milliseconds(200)) {
        try await service.submit(httpJob()).status == 201
      }
      #expect(try await service.submit(httpJob()).status == 429)
    }
  }

  @Test(arguments: ["quotas.owner.bytes", "quotas.destination.bytes", "quotas.destination.jobs"])
  func `Every limit is kept, and named`(key: String) async throws {
    try await APIFixture.serving { configuration in
      switch key {
      case "quotas.owner.bytes": configuration.quotas.owner.bytes = 3_000
      case "quotas.destination.bytes": configuration.quotas.destination.bytes = 3_000
      default: configuration.quotas.destination.jobs = 1
      }
    } _: { service in
      let job = httpJob(body: String(repeating: "x", count: 2_000))
      #expect(try await service.submit(job).status == 201)
      let answer = try await service.submit(job)
      #expect(answer.status == 429)
      #expect(try answer.json["detail"]?.text?.contains(key) == true)
      let elsewhere = httpJob("https://other.example/", body: String(repeating: "x", count: 2_000))
      let isOfOwner = key == "quotas.owner.bytes"
      #expect(try await service.submit(elsewhere).status == (isOfOwner ? 429 : 201))
    }
  }

  @Test func `What was in the store before the start counts`() async throws {
    let folder = try TemporaryFolder()
    try await APIFixture.serving(in: folder) { service in
      let statuses = try await service.statuses("[\(httpJob()),\(httpJob())]")
      #expect(statuses == [201])
    }
    try await APIFixture.serving(in: folder) {
      $0.quotas.owner.jobs = 2
    } _: { service in
      let statuses = try await service.statuses(httpJob())
      #expect(statuses == [429])
    }
  }

  @Test func `A reload changes the limits`() async throws {
    try await APIFixture.serving {
      $0.quotas.owner.jobs = 1
    } _: { service in
      let before = try await service.statuses(httpJob(), httpJob())
      #expect(before == [201, 429])
      var configuration = ServiceConfiguration()
      configuration.quotas.owner.jobs = 2
      service.api.update(configuration)
      let after = try await service.statuses(httpJob(), httpJob())
      #expect(after == [201, 429])
    }
  }

  @Test func `Who retries jobs that ended has no more of them than who submits`() async throws {
    try await APIFixture.serving {
      $0.quotas.owner.jobs = 1
    } _: { service in
      let ended = try #require(try await service.submit(httpJob()).json["id"]?.number)
      #expect(try await service.ask("DELETE", "/v1/jobs/\(ended)").status == 200)
      try await eventually(within: .seconds(10), every: .milliseconds(200)) {
        try await service.submit(httpJob("https://other.example/")).status == 201
      }
      let refused = try await service.ask("POST", "/v1/jobs/\(ended)/retry")
      #expect(refused.status == 429)
      #expect(try refused.json["detail"]?.text?.contains("quotas.owner.jobs") == true)
      let shown = try await service.ask("GET", "/v1/jobs/\(ended)").json
      #expect(shown["state"]?.text == "cancelled")
    }
  }

  @Test func `A job that is counted already is retried at the limit`() async throws {
    try await APIFixture.serving {
      $0.quotas.owner.jobs = 1
    } _: { service in
      let later = try await service.submit(httpJob("https://example.org/", #","notBefore":"1h""#))
      let id = try #require(try later.json["id"]?.number)
      #expect(try await service.ask("POST", "/v1/jobs/\(id)/retry").status == 200)
    }
  }

  @Test func `Many at once never get in more than the limit allows`() async throws {
    try await APIFixture.serving {
      $0.quotas.owner.jobs = 25
    } _: { service in
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<60 { group.addTask { try await service.submit(httpJob()).status } }
        return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(statuses == [201: 25, 429: 35])
      let listed = try await service.ask("GET", "/v1/jobs").json["jobs"]?.elements.count
      #expect(listed == 25)
    }
  }
}
