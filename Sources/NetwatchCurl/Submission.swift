/// A request on its way to the engine's thread, with whoever wants the answer.
///
/// It goes through several hands, and a request is too large to be copied into each.
final class Submission: Sendable {
  /// Who wants the answer.
  enum Receiver: Sendable {
    /// It is called by whoever drives, and must not block.
    case completion(@Sendable (Result<CurlResponse, CurlError>) -> Void)
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
    request.body.pipe?.close()
    switch receiver {
    case .completion(let complete): complete(outcome)
    case .stream(let channel): channel.end(outcome.map { _ in })
    }
  }

  /// The engine did not accept the request.
  func refused(_ refusal: CurlError) {
    // It can go to another engine as it is: this one has not touched it.
    if refusal.kind != .engineRetired { request.body.pipe?.close() }
  }
}
