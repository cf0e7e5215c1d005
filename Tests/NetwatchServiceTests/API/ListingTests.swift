import Glibc
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite(.timeLimit(.minutes(1)))
struct ListingTests {
  @Test func `Beyond a few lists that wait a caller is told to come later`() async throws {
    try await APIFixture.serving { service in
      let id = try #require(try await service.submit(httpJob()).json["id"]?.number)
      let (release, hold) = AsyncStream.makeStream(of: Void.self)
      let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
      async let held: Void = service.api.listTurns.run(for: String(getuid())) {
        () async throws(Problem) in
        beginning.finish()
        for await _ in release {}
      }
      for await _ in begun {}
      let answers = try await withThrowingTaskGroup(of: APIAnswer.self) { group in
        for _ in 0..<40 { group.addTask { try await service.ask("GET", "/v1/jobs") } }
        var answers: [APIAnswer] = []
        while answers.count < 8, let answer = try await group.next() { answers.append(answer) }
        #expect(answers.allSatisfy { $0.status == 429 })
        // What is no list goes on meanwhile.
        #expect(try await service.ask("GET", "/v1/jobs/\(id)").status == 200)
        #expect(try await service.ask("GET", "/healthz").status == 200)
        hold.finish()
        for try await answer in group { answers.append(answer) }
        return answers
      }
      try await held
      #expect(answers.filter { $0.status == 200 }.count == 32)
      let refusal = try #require(answers.first)
      #expect(refusal.field("Retry-After") == "1")
      #expect(refusal.field("Content-Type") == "application/problem+json")
    }
  }
}
