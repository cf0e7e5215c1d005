import NetwatchCore

/// Something that a caller wants from the database, as the thread sees it.
protocol StoreTask<Database>: Sendable {
  associatedtype Database: StoreDatabase

  /// Whether it takes so little time that it goes before those that may take long.
  var isShort: Bool { get }

  /// Whether nobody waits for it any more.
  var isAbandoned: Bool { get }

  /// Whether it needs a transaction that writes.
  func needsWriting(_ database: Database) throws -> Bool

  /// Does it, and keeps what came out until the transaction stands.
  ///
  /// - Returns: Hands it to the caller.
  func run(_ database: Database) throws -> () -> Void

  /// Tells the caller that it was not done.
  func fail(_ error: any Error)
}

extension StoreTask {
  var isShort: Bool { false }
}

/// How a task uses the database.
enum StoreAccess<Database: StoreDatabase>: Sendable {
  case reading
  case writing

  /// It writes only where this says so.
  case writingIf(@Sendable (Database) throws -> Bool)
}

/// A task with what it returns, and the caller who waits for that.
final class StoreCall<Database: StoreDatabase, Value: Sendable>: StoreTask {
  private enum State {
    case new
    case waiting(CheckedContinuation<Value, any Error>)
    case over
  }

  let isShort: Bool
  private let state = Lock(State.new)
  private let access: StoreAccess<Database>
  private let body: @Sendable (Database) throws -> Value

  init(
    _ access: StoreAccess<Database>,
    isShort: Bool = false,
    _ body: @escaping @Sendable (Database) throws -> Value
  ) {
    self.access = access
    self.isShort = isShort
    self.body = body
  }

  var isAbandoned: Bool {
    state.withLock { if case .over = $0 { true } else { false } }
  }

  func needsWriting(_ database: Database) throws -> Bool {
    switch access {
    case .reading: false
    case .writing: true
    case .writingIf(let condition): try condition(database)
    }
  }

  func run(_ database: Database) throws -> () -> Void {
    let value = try body(database)
    return { self.finish(.success(value)) }
  }

  func fail(_ error: any Error) { finish(.failure(error)) }

  /// Has the task done by a thread, and waits for that.
  func value(from mailbox: TaskMailbox<Database>) async throws -> Value {
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
