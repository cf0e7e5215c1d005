/// Performs HTTP requests and TCP connections through libcurl, any number at once, on one thread of
/// its own.
///
/// While no transfer is under way, a request over a kept connection is begun by its caller, without
/// waiting, and the thread is woken by the answer; names are looked up and connections are made on the
/// thread alone. It sleeps while there is nothing to do, from 50 µs after the last transfer on, but may
/// look once more when a time limit of an earlier one would have come. Its signals are blocked. It ends when the engine is shut down, or when it is retired or let go of and
/// the last transfer has ended; the kept connections are closed with it.
package final class CurlEngine: Sendable {
  let mailbox: Mailbox

  let driver: CurlDriver

  init(driver: CurlDriver) {
    mailbox = driver.mailbox
    self.driver = driver
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
    let driver = CurlDriver()
    try await withCheckedThrowingContinuation { started in
      do {
        try EngineThread.start {
          run(driver, idleLimit: idleLimit, after: threadSetup) { started.resume(with: $0) }
        }
      } catch {
        started.resume(throwing: error)
      }
    }
    return CurlEngine(driver: driver)
  }

  /// What the engine's thread does; it tells whether it started before it serves anybody.
  static func run(
    _ driver: CurlDriver,
    idleLimit: Duration,
    after threadSetup: () throws -> Void,
    started: (Result<Void, any Error>) -> Void
  ) {
    do {
      try threadSetup()
      let poller = try driver.open(idleLimit: idleLimit)
      started(.success(()))
      driver.run(with: poller)
    } catch {
      started(.failure(error))
    }
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
  /// It does not wait for the thread. Later requests fail with the same error, where the engine was not
  /// retired before; doing it twice does nothing more.
  package func shutdown() {
    mailbox.stop()
  }
}
