internal import NetwatchCore
internal import NetwatchJobs

extension ServiceAPI {
  /// Asks the store for something.
  ///
  /// - Parameter ask: Asks it.
  /// - Returns: The answer.
  /// - Throws: ``Problem`` for whatever the store throws.
  func stored<Value>(_ ask: () async throws -> Value) async throws(Problem) -> Value {
    try await Self.stored(log, ask)
  }

  /// As ``stored(_:)``, with what is told what the store says of itself.
  static func stored<Value>(
    _ log: LogSink?,
    _ ask: () async throws -> Value
  ) async throws(Problem) -> Value {
    do {
      return try await ask()
    } catch let error as JobStoreError {
      if error.code != .invalid {
        log?(.warning, "the store did not do what a client asked for", ["error": error.message])
      }
      throw Problem(error)
    } catch {
      // The server ends, and nothing else cancels a request.
      throw .stopping
    }
  }
}
