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
    try EngineThread.start { run(mailbox, idleLimit: idleLimit, after: threadSetup) }
    return CurlEngine(mailbox: mailbox)
  }

  private static func run(
    _ mailbox: Mailbox,
    idleLimit: Duration,
    after threadSetup: () throws -> Void
  ) {
    do {
      try threadSetup()
      try CurlLoop(mailbox, idleLimit: idleLimit).run()
    } catch {
      let error = error as? CurlError ?? CurlError(.engineStopped, "\(error)")
      for case .start(let submission) in mailbox.close() { submission.conclude(.failure(error)) }
    }
  }
}
