import NetwatchCore
import Testing

@testable import NetwatchJobs

@Suite("What becomes of a job after a failure")
struct JobRulesTests {
  struct Failure: NetworkErrorConvertible, CustomStringConvertible {
    var networkErrorType: NetworkErrorType
    var description: String { "it failed" }
  }

  private static let time: Int64 = 1_700_000_000_000

  private static func rules(_ history: JobHistory = JobHistory()) -> JobRules {
    JobRules(history: history, number: 3, time: time)
  }

  private static func ruling(
    _ type: NetworkErrorType,
    _ interceptors: [RetryInterceptor],
    history: JobHistory = JobHistory(),
    limit: Int? = nil,
    isAffordable: Bool = true,
    draw: Double = 0.5
  ) async throws -> JobRuling {
    let failure = RetryFailure(Failure(networkErrorType: type))
    let chain = try RetryChain(interceptors, maxRetryCount: limit)
    let verdict = try await chain.decide(failure, history: history.retries)
    return rules(history).ruling(on: failure, verdict, isAffordable: isAffordable, draw: draw)
  }

  private static let backoff = RetryInterceptor.retryWithBackoff(
    transientBaseDelay: .seconds(1),
    random: .constant(0.5)
  )

  @Test("A backoff is waited for, and counts")
  func backoff() async throws {
    let ruling = try await Self.ruling(.status(503), [Self.backoff])
    #expect(ruling.outcome == .again(after: .milliseconds(500), isCounted: true))
    #expect(ruling.history.retries.totalRetries == 1)
    #expect(ruling.history.retries.lastProposer == "retryWithBackoff")
    #expect(ruling.history.attempts.records.map(\.number) == [3])
    #expect(ruling.history.attempts.records.map(\.time) == [Self.time])
    #expect(ruling.history.attempts.records.first?.failure == "HTTP 503: it failed")
    #expect(!ruling.isForConnectivity)
  }

  @Test("Nobody proposes: the job is dead, with the reason and the attempt")
  func nobody() async throws {
    let ruling = try await Self.ruling(.status(404), [Self.backoff])
    #expect(ruling.outcome == .dead(reason: "HTTP 404: not retryable"))
    #expect(ruling.history.attempts.records.count == 1)
  }

  @Test("A wait for connectivity costs no attempt and does not count towards the limit")
  func connectivity() async throws {
    let manager = SettableConnectivityManager(isAvailable: false)
    let ruling = try await Self.ruling(.timeout, [Self.backoff, .retryWhenConnected(manager)])
    #expect(ruling.outcome == .again(after: .zero, isCounted: false))
    #expect(ruling.history.retries.totalRetries == 0)
    #expect(ruling.history.retries.lastProposer == "retryWhenConnected")
    #expect(ruling.isForConnectivity)
  }

  @Test(
    "A job that is parked at its destination stays away for 0.5 to 1 s, doubled up to 30 s",
    arguments: [
      (0, 0.0, 500), (0, 0.5, 750), (1, 0.0, 1_000), (4, 0.5, 12_000), (5, 0.0, 15_000),
      (5, 1.0, 30_000), (1_000, 0.5, 22_500),
    ]
  )
  func parking(run: Int, draw: Double, milliseconds: Int) async throws {
    let retries = RetryHistory(totalRetries: 0, lastProposer: "parkAtDestination", runLength: run)
    let ruling = try await Self.ruling(
      .refused,
      [Self.backoff, .parkAtDestination()],
      history: JobHistory(retries: retries),
      draw: draw
    )
    #expect(ruling.outcome == .again(after: .milliseconds(milliseconds), isCounted: false))
    #expect(ruling.history.retries.totalRetries == 0)
    #expect(ruling.history.retries.runLength == run + 1)
    #expect(!ruling.isForConnectivity)
  }

  @Test("An empty budget makes the job wait for up to 30 s instead of ending it")
  func budget() async throws {
    let ruling = try await Self.ruling(.timeout, [Self.backoff], isAffordable: false, draw: 0.5)
    #expect(ruling.outcome == .again(after: .milliseconds(15_500), isCounted: true))
    #expect(ruling.history.attempts.records.first?.reason.hasSuffix("budget is empty") == true)
  }

  @Test("Counted retries end at the limit of all of them")
  func limit() async throws {
    let retries = RetryHistory(totalRetries: 2, lastProposer: "gone", runLength: 2)
    let ruling = try await Self.ruling(
      .timeout,
      [Self.backoff],
      history: JobHistory(retries: retries),
      limit: 2
    )
    #expect(ruling.outcome == .dead(reason: "limit of 2 retries reached"))
  }

  @Test("A wait for connectivity is one for a time where the job needs none: no hot loop")
  func needless() async throws {
    let failure = RetryFailure(Failure(networkErrorType: .timeout), needsConnectivity: false)
    let manager = SettableConnectivityManager(isAvailable: false)
    let stubborn = RetryInterceptor(id: "stubborn") { _ in
      .retry(when: .connectivity(manager), "whatever it needs")
    }
    let verdict = try await RetryChain([stubborn]).decide(failure, history: RetryHistory())
    let ruling = Self.rules().ruling(on: failure, verdict, isAffordable: true, draw: 0.5)
    #expect(ruling.outcome == .again(after: .milliseconds(750), isCounted: false))
  }

  @Test("What is kept of a failure is bounded, even where one character is a million scalars")
  func bounded() {
    let long = "e" + String(repeating: "\u{301}", count: 100_000)
    let attempt = JobAttempt(number: 1, time: 0, failure: long, reason: long)
    #expect(attempt.failure.unicodeScalars.count == 500)
    #expect(attempt.reason.unicodeScalars.count == 1_000)
    let dead = Self.rules().dead(RetryFailure(Failure(networkErrorType: .unknown)), long)
    guard case .dead(let reason) = dead.outcome else { return #expect(Bool(false)) }
    #expect(reason.unicodeScalars.count == 1_000)
  }
}
