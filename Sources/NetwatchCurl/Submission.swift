/// A request on its way to the engine's thread, with whoever waits for the answer.
///
/// It goes through several hands, and a request is too large to be copied into each.
final class Submission: Sendable {
  /// Who waits for the answer.
  enum Receiver: Sendable {
    case waiter(CheckedContinuation<Result<CurlResponse, CurlError>, Never>)
    case stream(StreamChannel)
  }

  let id: TransferID
  let request: CurlRequest
  let receiver: Receiver

  init(id: TransferID, request: CurlRequest, receiver: Receiver) {
    self.id = id
    self.request = request
    self.receiver = receiver
  }

  /// Who reads the answer as it comes, if somebody does.
  var stream: StreamChannel? {
    if case .stream(let channel) = receiver { channel } else { nil }
  }

  /// Tells everybody who has to do with the request what became of it; the last thing that happens.
  func conclude(_ outcome: Result<CurlResponse, CurlError>) {
    if !outcome.isRefusalOfRetiredEngine { request.body.pipe?.close() }
    switch receiver {
    case .waiter(let waiter): waiter.resume(returning: outcome)
    case .stream(let channel): channel.end(outcome.map { _ in })
    }
  }
}

extension Result where Failure == CurlError {
  /// Whether the request can go to another engine as it is: this one has not touched it.
  fileprivate var isRefusalOfRetiredEngine: Bool {
    if case .failure(let error) = self { error.kind == .engineRetired } else { false }
  }
}
