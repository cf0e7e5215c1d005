import Glibc
import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@testable import NetwatchService

/// How much memory requests for jobs with long bodies take together.
@Suite(.timeLimit(.minutes(2)))
struct PayloadMemoryTests {
  private static let (requests, size) = (64, 8 << 20)

  /// A job with a long body.
  private static func job() -> NewJob {
    let url = "https://example.org/"
    let http = HTTPJob(method: "POST", url: url, body: Array(repeating: 7, count: size))
    let options = JobOptions(destination: "https://example.org", owner: String(getuid()))
    return NewJob(kind: HTTPJob.kind, payload: http.payload, options: options)
  }

  @Test(arguments: ["GET", "DELETE", "retry"])
  func `Many requests for a job with a long body hold few of its payloads`(
    method: String
  ) async throws {
    try await APIFixture.serving(limits: JobLimits(payload: 2 * Self.size)) { service in
      let id = try await service.store.submit([Self.job()])[0].id
      let (verb, path) = method == "retry" ? ("POST", "/\(id)/retry") : (method, "/\(id)")
      // What the first one leaves behind is not counted.
      _ = try await service.ask(verb, "/v1/jobs\(path)")
      let before = try Proc.current.residentKilobytes
      try Proc.current.forgetPeak()
      try await withThrowingTaskGroup(of: APIAnswer.self) { group in
        for _ in 0..<Self.requests {
          group.addTask { try await service.ask(verb, "/v1/jobs\(path)") }
        }
        for try await answer in group {
          #expect(answer.status == (method == "GET" ? 200 : 409))
          guard method == "GET" else { continue }
          #expect(try answer.json["http"]?["bodyBytes"]?.number == Self.size)
        }
      }
      let peak = try Proc.current.peakResidentKilobytes - before
      #expect(peak < 80_000)
      print("\(method): \(peak) KiB more than before")
    }
  }
}
