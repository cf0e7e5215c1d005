internal import NetwatchCore

/// A command that ended otherwise than with success, as the chain of interceptors is told of it.
///
/// What it failed of nobody knows. That another attempt may succeed is what the user says, by the
/// statuses that are retried; so it is put to the chain as a failure that passes.
struct CommandFailure: NetworkErrorConvertible, CustomStringConvertible {
  let attempt: FinishedAttempt

  var networkErrorType: NetworkErrorType { .connectionLost }

  var description: String { "\(attempt)" }
}
