import NetwatchCore

/// Something that a caller wants from the database, as the thread sees it.
protocol StoreTask: Sendable {
  /// Whether nobody waits for it any more.
  var isAbandoned: Bool { get }

  /// Whether it needs a transaction that writes.
  func needsWriting(_ database: JobDatabase) throws -> Bool

  /// Does it, and keeps what came out until the transaction stands.
  ///
  /// - Returns: Hands it to the caller.
  func run(_ database: JobDatabase) throws -> () -> Void

  /// Tells the caller that it was not done.
  func fail(_ error: any Error)
}

/// How a task uses the database.
enum StoreAccess: Sendable {
  case reading
  case writing

  /// It writes only where this says so.
  case writingIf(@Sendable (JobDatabase) throws -> Bool)
}

/// A task with what it returns, and the caller who waits for that.
final class StoreCall<Value: Sendable>: StoreTask {
  private enum State {
    case new
    case waiting(CheckedContinuation<Value, any Error>)
    case over
  }

  private let state = Lock(State.new)
  private let access: StoreAccess
  private let body: @Sendable (JobDatabase) throws -> Value

  init(_ access: StoreAccess, _ body: @escaping @Sendable (JobDatabase) throws -> Value) {
    self.access = access
    self.body = body
  }

  var isAbandoned: Bool {
    state.withLock { if case .over = $0 { true } else { false } }
  }

  func needsWriting(_ database: JobDatabase) throws -> Bool {
    switch access {
    case .reading: false
    case .writing: true
    case .writingIf(let condition): try condition(database)
    }
  }

  func run(_ database: JobDatabase) throws -> () -> Void {
    let value = try body(database)
    return { self.finish(.success(value)) }
  }

  func fail(_ error: any Error) { finish(.failure(error)) }

  /// Has the task done by a thread, and waits for that.
  func value(from mailbox: TaskMailbox) async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard wait(continuation) else { return continuation.resume(throwing: CancellationError()) }
        if let refusal = mailbox.put(self) { fail(refusal) }
      }
    } onCancel: {
      finish(.failure(CancellationError()))
    }
  }

  /// Whether the caller has to wait, not being cancelled already.
  private func wait(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
    state.withLock { state in
      guard case .new = state else { return false }
      state = .waiting(continuation)
      return true
    }
  }

  private func finish(_ result: Result<Value, any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      defer { state = .over }
      guard case .waiting(let continuation) = state else { return nil }
      return continuation
    }
    continuation?.resume(with: result)
  }
}
