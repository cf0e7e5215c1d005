import NetwatchCore
import Testing

@Suite struct AttemptLogTests {
  static func record(_ number: Int, text: String? = "") -> AttemptRecord {
    AttemptRecord(
      number: number,
      failure: RetryFailure(Failure.status(503)),
      text: text,
      verdict: .final("limit of 10 retries reached")
    )
  }

  @Test func `a record tells the failure, who said what, and why`() async throws {
    let chain = try RetryChain([
      .retryWithBackoff(random: .constant(0.84)),
      .retryWhenConnected(SettableConnectivityManager()),
    ])
    let failure = RetryFailure(Failure.status(503))
    let verdict = try await chain.decide(failure, history: RetryHistory())
    let record = AttemptRecord(number: 1, failure: failure, text: "", verdict: verdict)
    #expect(record.proposer == "retryWithBackoff")
    #expect(record.draw?.window == .milliseconds(100))
    #expect(record.answers.count == 2)
    #expect(
      record.description == "attempt 1: HTTP 503; "
        + "retryWhenConnected: the connection is assumed available; "
        + "retryWithBackoff: again after 0.084 s of at most 0.1 s"
    )
  }

  @Test func `a final record ends with the reason`() async throws {
    let failure = RetryFailure(Failure.status(404))
    let verdict = try await RetryChain([.retryWithBackoff()])
      .decide(failure, history: RetryHistory())
    let record = AttemptRecord(number: 2, failure: failure, text: "no such item", verdict: verdict)
    #expect(record.proposer == nil)
    #expect(
      record.description == "attempt 2: HTTP 404; no such item; HTTP 404: not retryable"
    )
  }

  @Test func `an error speaks for itself, briefly`() {
    let record = AttemptRecord(
      number: 1,
      failure: RetryFailure(Unknown(number: 4)),
      verdict: .final("unknown error: not retryable")
    )
    #expect(record.text == "Unknown(number: 4)")
    #expect(Self.record(1, text: String(repeating: "x", count: 10_000)).text.count == 500)
  }

  @Test(arguments: [0, 1, 4, 5, 31, 32, 33, 100, 5_000])
  func `the first four and the newest 28 are kept`(count: Int) {
    var log = AttemptLog()
    for number in 0..<count { log.append(Self.record(number)) }
    #expect(log.count == count)
    #expect(log.omitted == max(count - 32, 0))
    let kept = (0..<count).filter { $0 < 4 || $0 >= count - 28 }
    #expect(log.records.map(\.number) == kept)
  }

  @Test func `its text has a line a record`() {
    var log = AttemptLog()
    #expect(log.description.isEmpty)
    for number in 1...2 { log.append(Self.record(number)) }
    #expect(
      log.description == """
        attempt 1: HTTP 503; limit of 10 retries reached
        attempt 2: HTTP 503; limit of 10 retries reached
        """
    )
    for number in 3...40 { log.append(Self.record(number)) }
    let lines = log.description.split(separator: "\n")
    #expect(lines.count == 33)
    #expect(lines[4] == "(8 more attempts, left out)")
    #expect(lines[5].hasPrefix("attempt 13: "))
  }
}
