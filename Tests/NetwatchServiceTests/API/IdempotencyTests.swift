import NetwatchTestSupport
import Testing

@testable import NetwatchService

extension APIAnswer {
  fileprivate var ids: [Int?] {
    get throws { try json["jobs"]?.elements.map { $0["id"]?.number } ?? [] }
  }

  fileprivate var idempotencyKeys: [String?] {
    get throws { try json["jobs"]?.elements.map { $0["idempotencyKey"]?.text } ?? [] }
  }
}

@Suite struct IdempotencyTests {
  private func key(_ text: String) -> [APIFixture.Field] { [("Idempotency-Key", text)] }

  @Test func `A repeated request has the same answer, and nothing is stored twice`() async throws {
    try await APIFixture.serving { service in
      let body = "[\(httpJob()),\(httpJob("https://other.example/"))]"
      let first = try await service.submit(body, key("\"abc\""))
      let second = try await service.submit(body, key("\"abc\""))
      #expect(first.status == 201)
      #expect(second.status == 200)
      let pairs = try [first, second].map { answer in
        try answer.json["jobs"]?.elements.map { $0["id"]?.number }
      }
      #expect(pairs[0] == pairs[1])
      #expect(
        try second.json["jobs"]?.elements.allSatisfy { $0["duplicate"]?.boolean == true } == true
      )
      #expect(try await service.ask("GET", "/v1/jobs").json["jobs"]?.elements.count == 2)
    }
  }

  @Test func `A long list is known again, and asks the store little`() async throws {
    try await APIFixture.serving { service in
      let list = "[\((0..<1_000).map { httpJob(body: "\($0)") }.joined(separator: ","))]"
      let first = try await service.submit(list, key("k"))
      let questions = service.store.questions
      let second = try await service.submit(list, key("k"))
      #expect([first.status, second.status] == [201, 200])
      let (ids, repeated) = (try first.ids, try second.ids)
      #expect(ids.count == 1_000 && ids == repeated)
      #expect(try first.idempotencyKeys == second.idempotencyKeys)
      #expect(service.store.questions - questions <= 3)
    }
  }

  @Test func `A list of unique keys is named as before, and asks the store little`() async throws {
    try await APIFixture.serving { service in
      let jobs = (0..<1_000).map { httpJob("https://example.org/", #","uniqueKey":"\#($0)""#) }
      let list = "[\(jobs.joined(separator: ","))]"
      let first = try await service.submit(list)
      #expect(service.store.questions == 0)
      let second = try await service.submit(list)
      #expect([first.status, second.status] == [201, 200])
      #expect(try first.ids == second.ids)
      #expect(try first.idempotencyKeys == second.idempotencyKeys)
      #expect(service.store.questions <= 2)
    }
  }

  @Test func `A repeated request finds its job also after that has ended`() async throws {
    try await APIFixture.serving { service in
      let first = try await service.submit(httpJob(), key("k"))
      let id = try #require(try first.json["id"]?.number)
      _ = try await service.ask("DELETE", "/v1/jobs/\(id)")
      let second = try await service.submit(httpJob(), key("\"k\""))
      #expect(second.status == 200)
      #expect(try second.json["id"]?.number == id)
      #expect(try second.json["idempotencyKey"]?.text == first.json["idempotencyKey"]?.text)
      #expect(second.field("Location") == "/v1/jobs/\(id)")
    }
  }

  @Test(arguments: [
    httpJob("https://other.example/"), httpJob(body: "other"),
    httpJob("https://example.org/hook", #","priority":"high""#), "[\(httpJob()),\(httpJob())]",
  ])
  func `The same key for something else is refused, and nothing is stored`(
    other: String
  ) async throws {
    try await APIFixture.serving { service in
      #expect(try await service.submit(httpJob(), key("k")).status == 201)
      let answer = try await service.submit(other, key("k"))
      #expect(answer.status == 422)
      #expect(try await service.ask("GET", "/v1/jobs").json["jobs"]?.elements.count == 1)
    }
  }

  @Test func `A shorter list is something else too`() async throws {
    try await APIFixture.serving { service in
      let first = try await service.submit("[\(httpJob()),\(httpJob())]", key("k"))
      #expect(first.status == 201)
      #expect(try await service.submit("[\(httpJob())]", key("k")).status == 422)
    }
  }

  @Test(arguments: [
    "\"a", "a\"", "\"a\"b\"", "\"a\\b\"", "a b", "a,b", "a;b=c", "\"\"", "é",
    String(repeating: "k", count: 129),
  ])
  func `What is no key is refused`(key: String) async throws {
    try await APIFixture.serving { service in
      let answer = try await service.submit(httpJob(), self.key(key))
      #expect(answer.status == 400)
      #expect(try answer.json["field"]?.text == "Idempotency-Key")
      #expect(!answer.text.contains("kkkk"))
    }
  }

  @Test func `A request has one key, and its jobs none beside it`() async throws {
    try await APIFixture.serving { service in
      let twice = try await service.submit(httpJob(), key("a") + key("b"))
      #expect(twice.status == 400)
      let job = httpJob("https://example.org/", #","uniqueKey":"u""#)
      let answer = try await service.submit("[\(job)]", key("a"))
      #expect(answer.status == 400)
      #expect(try answer.json["field"]?.text == "[0].uniqueKey")
    }
  }

  @Test func `Of many that come at once, one is stored`() async throws {
    try await APIFixture.serving { service in
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 {
          group.addTask { try await service.submit(httpJob(), self.key("k")).status }
        }
        return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(statuses[201] == 1)
      #expect(Set(statuses.keys).isSubset(of: [200, 201, 409]))
      #expect(try await service.ask("GET", "/v1/jobs").json["jobs"]?.elements.count == 1)
    }
  }

  @Test func `A unique key is one unfinished job's, and is told as it was given`() async throws {
    try await APIFixture.serving { service in
      let job = httpJob("https://example.org/", #","uniqueKey":"nightly:report""#)
      let first = try await service.submit(job)
      let second = try await service.submit(job)
      #expect([first.status, second.status] == [201, 200])
      let id = try #require(try first.json["id"]?.number)
      #expect(try second.json["id"]?.number == id)
      let shown = try await service.ask("GET", "/v1/jobs/\(id)").json
      #expect(shown["uniqueKey"]?.text == "nightly:report")
      _ = try await service.ask("DELETE", "/v1/jobs/\(id)")
      #expect(try await service.submit(job).status == 201)
    }
  }
}
