import NetwatchCore
import Testing

@Suite(.timeLimit(.minutes(1))) struct RetryChainTests {
  static let failure = RetryFailure(Failure.status(503))

  @Test func `all are told in the order of the list, a success too`() throws {
    let notes = Notes()
    let chain = try RetryChain(["a", "b", "c"].map { .noting($0, in: notes) })
    chain.completed(RetryAttempt(number: 1, failure: Self.failure))
    chain.completed(RetryAttempt(number: 2, failure: nil))
    #expect(notes.all == [1, 2].flatMap { n in ["a", "b", "c"].map { "\($0) told of \(n)" } })
  }

  @Test func `they are asked in reverse order until one proposes`() async throws {
    let notes = Notes()
    let chain = try RetryChain([
      .noting("a", in: notes) { _ in .retry(after: .seconds(9)) },
      .noting("b", in: notes) { _ in .retry(after: .seconds(2), "two seconds") },
      .noting("c", in: notes),
    ])
    let verdict = try await chain.decide(Self.failure, history: RetryHistory())
    #expect(notes.all == ["c asked at 0 of 0", "b asked at 0 of 0"])
    #expect(verdict.proposal?.proposer == "b")
    #expect(verdict.proposal?.decision.delay == .seconds(2))
    #expect(verdict.answers.map(\.id) == ["c", "b"])
    #expect(verdict.reason == "b: two seconds")
  }

  @Test func `where nobody proposes the failure is final`() async throws {
    let chain = try RetryChain([
      RetryInterceptor(id: "a") { _ in .noOpinion("not today") },
      RetryInterceptor(id: "b") { _ in .noOpinion() },
    ])
    let verdict = try await chain.decide(Self.failure, history: RetryHistory())
    #expect(verdict.proposal == nil)
    #expect(verdict.reason == "b: no opinion; a: not today")
  }

  @Test(
    arguments: [
      (.status(404), "HTTP 404: not retryable"),
      (.status(503), "no interceptor to propose a retry"),
    ] as [(NetworkErrorType, String)]
  )
  func `an empty chain says why`(type: NetworkErrorType, reason: String) async throws {
    let verdict = try await RetryChain([]).decide(
      RetryFailure(Failure(type)),
      history: RetryHistory()
    )
    #expect(verdict.proposal == nil)
    #expect(verdict.reason == reason)
  }

  @Test(arguments: [(0, 0), (1, 1), (10, 10), (10, 11), (10, .max)])
  func `nobody is asked once the limit is reached`(limit: Int, retries: Int) async throws {
    let notes = Notes()
    let chain = try RetryChain(
      [.noting("a", in: notes) { _ in .retry(after: .zero) }],
      maxRetryCount: limit
    )
    let history = RetryHistory(totalRetries: retries, lastProposer: "a", runLength: 1)
    let verdict = try await chain.decide(Self.failure, history: history)
    #expect(verdict.proposal == nil)
    #expect(verdict.answers.isEmpty)
    #expect(verdict.reason == "limit of \(limit) retries reached")
    #expect(notes.all.isEmpty)
  }

  @Test func `the limit counts the retries of all proposers`() async throws {
    // Each proposes when the other proposed last: A, B, A, B, …
    let chain = try RetryChain(
      ["a", "b"].map { id in
        RetryInterceptor(id: id) { question in
          question.consecutiveRetries == 0 ? .retry(after: .zero) : .noOpinion()
        }
      },
      maxRetryCount: 7
    )
    var history = RetryHistory()
    var proposers = ""
    while let proposal = try await chain.decide(Self.failure, history: history).proposal {
      history.retried(proposedBy: proposal.proposer)
      proposers += proposal.proposer
    }
    #expect(proposers == "bababab")
  }

  @Test func `the backoff begins again after a wait for connectivity`() async throws {
    let manager = SettableConnectivityManager()
    let chain = try RetryChain(
      [
        .retryWithBackoff(random: .constant(0.5)), .retryWhenConnected(manager),
      ],
      maxRetryCount: 10
    )
    var history = RetryHistory()
    var course: [String] = []
    // The connection is lost before the third failure, and back before the fourth.
    for attempt in 1...6 {
      manager.set(isAvailable: attempt != 3)
      let verdict = try await chain.decide(Self.failure, history: history)
      course.append(verdict.reason)
      guard let proposal = verdict.proposal else { break }
      history.retried(proposedBy: proposal.proposer)
    }
    #expect(
      course == [
        "retryWithBackoff: again after 0.05 s of at most 0.1 s",
        "retryWithBackoff: again after 0.1 s of at most 0.2 s",
        "retryWhenConnected: again when connectivity returns",
        "retryWithBackoff: again after 0.05 s of at most 0.1 s",
        "retryWithBackoff: again after 0.1 s of at most 0.2 s",
        "retryWhenConnected: the connection is assumed available; "
          + "retryWithBackoff: the limit of 3 attempts in a row is reached",
      ]
    )
  }

  @Test func `a proposer that is no longer in the list counts as another`() async throws {
    let notes = Notes()
    let chain = try RetryChain([.noting("a", in: notes)])
    let history = RetryHistory(totalRetries: 5, lastProposer: "gone", runLength: 5)
    _ = try await chain.decide(Self.failure, history: history)
    #expect(notes.all == ["a asked at 0 of 5"])
  }

  @Test func `two with one id are refused`() {
    let error = #expect(throws: RetryChainError.self) {
      try RetryChain([.retryWithBackoff(), .retryWithBackoff(maxAttempts: 9)])
    }
    #expect(error?.code == .repeatedID)
    #expect(
      error?.description
        == "two interceptors have the id \"retryWithBackoff\"; expected each to have its own"
    )
  }

  @Test func `a negative limit is refused`() {
    let error = #expect(throws: RetryChainError.self) { try RetryChain([], maxRetryCount: -1) }
    #expect(error?.description == "maxRetryCount is -1; expected 0 or more")
  }

  @Test func `nobody is asked about a cancellation`() async throws {
    let notes = Notes()
    let chain = try RetryChain([.noting("a", in: notes)])
    for error in [CancellationError(), Failure(.cancelled)] as [any Error] {
      await #expect(throws: CancellationError.self) {
        try await chain.decide(RetryFailure(error), history: RetryHistory())
      }
    }
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await chain.decide(Self.failure, history: RetryHistory())
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(notes.all.isEmpty)
  }

  @Test func `an answer given after the cancellation counts for nothing`() async throws {
    let chain = try RetryChain([
      RetryInterceptor(id: "a") { _ in
        withUnsafeCurrentTask { $0?.cancel() }
        return .retry(after: .zero)
      }
    ])
    let work = Task { _ = try await chain.decide(Self.failure, history: RetryHistory()) }
    await #expect(throws: CancellationError.self) { try await work.value }
  }

  @Test func `what an interceptor throws ends the work`() async throws {
    let chain = try RetryChain([RetryInterceptor(id: "a") { _ in throw Unknown(number: 3) }])
    await #expect(throws: Unknown(number: 3)) {
      try await chain.decide(Self.failure, history: RetryHistory())
    }
  }
}
