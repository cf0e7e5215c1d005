extension CurlEngine {
  /// Starts one request, whose answer is collected.
  ///
  /// No other request is disturbed by what happens to this one.
  ///
  /// - Parameters:
  ///   - request: What to ask.
  ///   - completion: Called once with the answer, whatever its status, or why no complete one came in
  ///     time; on the engine's thread, where all transfers wait meanwhile, or on this one before this
  ///     returns.
  /// - Returns: The transfer, to be cancelled.
  /// - Throws: ``CurlError`` where the engine does not accept the request, or the calling task is
  ///   cancelled; nothing is called then.
  package func start(
    _ request: CurlRequest,
    completion: @escaping @Sendable (Result<CurlResponse, CurlError>) -> Void
  ) throws(CurlError) -> CurlExchange {
    let id = mailbox.nextID()
    try submit(Submission(id: id, request: request, receiver: .completion(completion)))
    return CurlExchange(mailbox: mailbox, id: id)
  }

  /// Starts one request, whose answer is read as it comes.
  ///
  /// - Parameters:
  ///   - request: What to ask; its sink and the limits of its body are not used, and its timeout
  ///     holds until the last byte was read.
  ///   - completion: Called once, when the final response's header is there, or with why none came in
  ///     time; as in ``start(_:completion:)``.
  /// - Returns: The transfer, to be cancelled.
  /// - Throws: As ``start(_:completion:)``.
  package func startStream(
    _ request: CurlRequest,
    completion: @escaping @Sendable (Result<CurlStream, CurlError>) -> Void
  ) throws(CurlError) -> CurlExchange {
    let id = mailbox.nextID()
    let channel = StreamChannel(mailbox, id, headWaiter: completion)
    try submit(Submission(id: id, request: request, receiver: .stream(channel)))
    return CurlExchange(mailbox: mailbox, id: id)
  }

  /// Performs one request, and collects its answer.
  ///
  /// Cancelling the task ends the transfer at once, in whatever phase it is, and throws an error of
  /// the kind `cancelled`. No other request is disturbed by what happens to this one.
  ///
  /// - Parameter request: What to ask.
  /// - Returns: The answer, whatever its status.
  /// - Throws: ``CurlError`` where no complete answer came in time.
  package func perform(_ request: CurlRequest) async throws(CurlError) -> CurlResponse {
    let id = mailbox.nextID()
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let receiver = Submission.Receiver.completion { waiter.resume(returning: $0) }
        do throws(CurlError) {
          try submit(Submission(id: id, request: request, receiver: receiver))
        } catch {
          waiter.resume(returning: .failure(error))
        }
      }
    } onCancel: {
      mailbox.cancel(id)
    }
    return try outcome.get()
  }

  /// Performs one request, whose answer is read as it comes.
  ///
  /// Cancelling the task ends the transfer at once, in whatever phase it is, and throws an error of
  /// the kind `cancelled`.
  ///
  /// - Parameter request: As for ``startStream(_:completion:)``.
  /// - Returns: The answer, once the final response's header is there.
  /// - Throws: ``CurlError`` where no header came in time.
  package func open(_ request: CurlRequest) async throws(CurlError) -> CurlStream {
    let id = mailbox.nextID()
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let channel = StreamChannel(mailbox, id) { waiter.resume(returning: $0) }
        do throws(CurlError) {
          try submit(Submission(id: id, request: request, receiver: .stream(channel)))
        } catch {
          waiter.resume(returning: .failure(error))
        }
      }
    } onCancel: {
      mailbox.cancel(id)
    }
    return try outcome.get()
  }

  private func submit(_ submission: Submission) throws(CurlError) {
    guard let refusal = driver.submit(submission) else { return }
    submission.refused(refusal)
    throw refusal
  }
}
