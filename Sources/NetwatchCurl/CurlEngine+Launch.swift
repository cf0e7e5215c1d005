extension CurlEngine {
  /// Starts an engine without waiting for its thread.
  ///
  /// Requests can be made at once. Where the thread is not set up, or libcurl does not start, each of
  /// them fails with the reason.
  ///
  /// - Parameters:
  ///   - idleLimit: As for ``start(idleLimit:threadSetup:)``.
  ///   - threadSetup: As for ``start(idleLimit:threadSetup:)``.
  /// - Returns: The engine.
  /// - Throws: ``CurlError`` where there is no thread to be had.
  package static func launch(
    idleLimit: Duration = .seconds(90),
    threadSetup: @escaping @Sendable () throws -> Void = {}
  ) throws(CurlError) -> CurlEngine {
    let driver = CurlDriver()
    try EngineThread.start {
      run(driver, idleLimit: idleLimit, after: threadSetup) { started in
        guard case .failure(let error) = started else { return }
        refuse(driver.mailbox.close(), because: error)
      }
    }
    return CurlEngine(driver: driver)
  }

  private static func refuse(_ commands: [Mailbox.Command], because reason: any Error) {
    let error = reason as? CurlError ?? CurlError(.engineStopped, "\(reason)")
    for case .start(let submission) in commands { submission.conclude(.failure(error)) }
  }
}
