/// Performs HTTP requests and TCP connections through libcurl, any number at once, on one thread of
/// its own.
///
/// The thread sleeps while there is nothing to do, and its signals are blocked. It ends when the
/// engine is shut down or let go of.
package final class CurlEngine: Sendable {
  private let mailbox: Mailbox

  private init(mailbox: Mailbox) {
    self.mailbox = mailbox
  }

  deinit {
    shutdown()
  }

  /// Starts an engine.
  ///
  /// - Parameter threadSetup: Runs first on the engine's thread. What it changes of the thread, such
  ///   as the network namespace, holds for every transfer and lookup.
  /// - Returns: The engine, ready for requests.
  /// - Throws: What `threadSetup` throws, or ``CurlError`` where the thread or libcurl does not start.
  package static func start(
    threadSetup: @escaping @Sendable () throws -> Void = {}
  ) async throws -> CurlEngine {
    let mailbox = Mailbox()
    try await withCheckedThrowingContinuation { started in
      do {
        try EngineThread.start { run(mailbox, after: threadSetup, reportingTo: started) }
      } catch {
        started.resume(throwing: error)
      }
    }
    return CurlEngine(mailbox: mailbox)
  }

  /// What the engine's thread does.
  private static func run(
    _ mailbox: Mailbox,
    after threadSetup: () throws -> Void,
    reportingTo started: CheckedContinuation<Void, any Error>
  ) {
    do {
      try threadSetup()
      let loop = try CurlLoop(mailbox)
      started.resume()
      loop.run()
    } catch {
      started.resume(throwing: error)
    }
  }

  /// Performs one request.
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
        let submission = Submission(id: id, request: request, waiter: waiter)
        guard let refusal = mailbox.submit(submission) else { return }
        waiter.resume(returning: .failure(refusal))
      }
    } onCancel: {
      mailbox.cancel(id)
    }
    return try outcome.get()
  }

  /// Ends the thread, and every outstanding transfer with an error of the kind `engineStopped`.
  ///
  /// It does not wait for the thread. Later requests fail with the same error; doing it twice does
  /// nothing more.
  package func shutdown() {
    mailbox.stop()
  }
}
