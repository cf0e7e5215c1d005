/// Performs HTTP requests and TCP connections through libcurl, any number at once, on one thread of
/// its own.
///
/// The thread sleeps while there is nothing to do, and its signals are blocked. It ends when the
/// engine is shut down, or when it is retired or let go of and the last transfer has ended; the kept
/// connections are closed with it.
package final class CurlEngine: Sendable {
  private let mailbox: Mailbox

  init(mailbox: Mailbox) {
    self.mailbox = mailbox
  }

  deinit {
    retire()
  }

  /// Starts an engine.
  ///
  /// - Parameters:
  ///   - idleLimit: How long connections are kept without a request, from a second on. An engine
  ///     without any transfer closes them all then.
  ///   - threadSetup: Runs first on the engine's thread. What it changes of the thread, such as the
  ///     network namespace, holds for every transfer and lookup.
  /// - Returns: The engine, ready for requests.
  /// - Throws: What `threadSetup` throws, or ``CurlError`` where the thread or libcurl does not start.
  package static func start(
    idleLimit: Duration = .seconds(90),
    threadSetup: @escaping @Sendable () throws -> Void = {}
  ) async throws -> CurlEngine {
    let mailbox = Mailbox()
    try await withCheckedThrowingContinuation { started in
      do {
        try EngineThread.start {
          run(mailbox, idleLimit: idleLimit, after: threadSetup) { started.resume(with: $0) }
        }
      } catch {
        started.resume(throwing: error)
      }
    }
    return CurlEngine(mailbox: mailbox)
  }

  /// What the engine's thread does; it tells whether it started before it serves anybody.
  static func run(
    _ mailbox: Mailbox,
    idleLimit: Duration,
    after threadSetup: () throws -> Void,
    started: (Result<Void, any Error>) -> Void
  ) {
    do {
      try threadSetup()
      let loop = try CurlLoop(mailbox, idleLimit: idleLimit)
      started(.success(()))
      loop.run()
    } catch {
      started(.failure(error))
    }
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
        submit(Submission(id: id, request: request, receiver: .waiter(waiter)))
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
  /// - Parameter request: What to ask; its sink and the limits of its body are not used, and its
  ///   timeout holds until the last byte was read.
  /// - Returns: The answer, once the final response's header is there.
  /// - Throws: ``CurlError`` where no header came in time.
  package func open(_ request: CurlRequest) async throws(CurlError) -> CurlStream {
    let channel = StreamChannel(mailbox)
    let head = try await channel.head {
      submit(Submission(id: channel.id, request: request, receiver: .stream(channel)))
    }
    return CurlStream(head: head, channel: channel)
  }

  private func submit(_ submission: Submission) {
    guard let refusal = mailbox.submit(submission) else { return }
    submission.conclude(.failure(refusal))
  }

  /// Accepts no more requests; the thread ends once the outstanding transfers have, and closes the
  /// kept connections.
  ///
  /// Later requests fail with an error of the kind `engineRetired`; doing it twice does nothing more.
  package func retire() {
    mailbox.retire()
  }

  /// Ends the thread, and every outstanding transfer with an error of the kind `engineStopped`.
  ///
  /// It does not wait for the thread. Later requests fail with the same error; doing it twice does
  /// nothing more.
  package func shutdown() {
    mailbox.stop()
  }
}
