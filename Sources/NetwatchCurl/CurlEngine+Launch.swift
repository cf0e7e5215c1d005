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
    let mailbox = Mailbox()
    try EngineThread.start {
      run(mailbox, idleLimit: idleLimit, after: threadSetup) { started in
        guard case .failure(let error) = started else { return }
        refuse(mailbox.close(), because: error)
      }
    }
    return CurlEngine(mailbox: mailbox)
  }

  private static func refuse(_ commands: [Mailbox.Command], because reason: any Error) {
    let error = reason as? CurlError ?? CurlError(.engineStopped, "\(reason)")
    for case .start(let submission) in commands { submission.conclude(.failure(error)) }
  }
}
