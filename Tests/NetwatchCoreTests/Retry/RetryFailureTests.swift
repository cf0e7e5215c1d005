import NetwatchCore
import Testing

/// What the chain is told of errors that say something of themselves.
struct RetryFailureTests {
  private struct Passing: NetworkErrorConvertible {
    var networkErrorType: NetworkErrorType { .unknown }
    var isRetryable: Bool { true }
  }

  private struct Plain: NetworkErrorConvertible {
    var networkErrorType: NetworkErrorType
  }

  @Test func `an error may say that trying again helps, whatever its kind`() {
    #expect(RetryFailure(Passing()).isRetryable)
    #expect(RetryFailure(Passing()).type == .unknown)
  }

  @Test func `by default the kind says it`() {
    #expect(RetryFailure(Plain(networkErrorType: .timeout)).isRetryable)
    #expect(!RetryFailure(Plain(networkErrorType: .unknown)).isRetryable)
  }

  @Test func `whoever calls it another kind, or knows better, has the last word`() {
    #expect(!RetryFailure(Passing(), type: .decoding).isRetryable)
    #expect(!RetryFailure(Passing(), isRetryable: false).isRetryable)
  }
}
