extension CurlEngine {
  /// Starts an engine without waiting for its thread.
  ///
  /// Requests can be made at once. Where libcurl then does not start, each of them fails with what it
  /// said.
  ///
  /// - Parameter idleLimit: As for ``start(idleLimit:threadSetup:)``.
  /// - Returns: The engine.
  /// - Throws: ``CurlError`` where there is no thread to be had.
  package static func launch(idleLimit: Duration = .seconds(90)) throws(CurlError) -> CurlEngine {
    let mailbox = Mailbox()
    try EngineThread.start { run(mailbox, idleLimit: idleLimit) }
    return CurlEngine(mailbox: mailbox)
  }

  private static func run(_ mailbox: Mailbox, idleLimit: Duration) {
    do throws(CurlError) {
      try CurlLoop(mailbox, idleLimit: idleLimit).run()
    } catch {
      for case .start(let submission) in mailbox.close() { submission.conclude(.failure(error)) }
    }
  }
}
