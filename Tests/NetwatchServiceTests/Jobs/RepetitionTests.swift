import NetwatchHTTP
import NetwatchTestSupport
import Testing

@testable import NetwatchJobs
@testable import NetwatchService

/// Requests that must not be sent twice, where nobody knows whether they were sent once.
@Suite(.timeLimit(.minutes(1)))
struct RepetitionTests {
  private static let vanished = (JobAttempt.vanishedFailure, "again at once")
  private static let failed = ("invalid request: no credential", "again after 1 s")
  private static let told = (JobContext.brokenOff, JobContext.brokenOff)

  private func context(token: Int64, _ records: [(String, String)]) -> JobContext {
    var history = JobHistory()
    for (failure, reason) in records {
      history.attempts.append(JobAttempt(number: 1, time: 0, failure: failure, reason: reason))
    }
    return JobContext(
      ClaimedJob(
        run: JobRun(id: JobID(rawValue: 1), token: token),
        lane: NewJob(kind: "http", payload: []).lane,
        payload: [],
        attempt: 1,
        history: history,
        deadline: nil,
        idempotencyKey: "k"
      )
    )
  }

  @Test func `a run of which nothing is known may have sent it`() {
    #expect(!context(token: 1, []).mayHaveBeenSent)
    #expect(context(token: 2, []).mayHaveBeenSent)
    #expect(context(token: 2, [Self.vanished]).mayHaveBeenSent)
    #expect(context(token: 3, [Self.failed]).mayHaveBeenSent)
    #expect(!context(token: 2, [Self.failed]).mayHaveBeenSent)
    #expect(!context(token: 3, [Self.failed, Self.failed]).mayHaveBeenSent)
  }

  @Test func `who was told, and has it retried, gets it sent`() {
    #expect(!context(token: 3, [Self.vanished, Self.told]).mayHaveBeenSent)
  }

  @Test func `a service that stops meanwhile does not send it again`() async throws {
    let server = try ScriptedServer(script: [.readRequest, .hang])
    let store = MemoryJobStore()
    let first = JobRuns(store: store)
    let body = #"{"kind":"http","http":{"url":"\#(server.origin)","retrySafety":"never"}}"#
    let id = try #require(try await first.scheduler.submit(first.kinds.jobs(body)).first).id
    let run = Task { try await first.scheduler.run() }
    try await eventually(within: .seconds(10)) { server.requestCount == 1 }
    run.cancel()
    _ = await run.result
    server.script = .http()
    let second = JobRuns(store: store)
    let job = try await second.running { try await second.end(of: id) }
    #expect(job.state == .dead)
    #expect(job.reason == JobContext.brokenOff)
    #expect(server.requestCount == 1)
    #expect(try await second.scheduler.retryNow(id))
    let third = JobRuns(store: store)
    #expect(try await third.running { try await third.end(of: id) }.state == .succeeded)
    #expect(server.requestCount == 2)
  }
}
