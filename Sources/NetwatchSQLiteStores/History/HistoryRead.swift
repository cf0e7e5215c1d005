/// Reads something, and calls back with it.
final class HistoryRead<Value: Sendable>: StoreTask {
  typealias Database = HistoryDatabase

  private let callBack: @Sendable (Result<Value, any Error>) -> Void
  private let body: @Sendable (HistoryDatabase) throws -> Value

  init(
    _ callBack: @escaping @Sendable (Result<Value, any Error>) -> Void,
    _ body: @escaping @Sendable (HistoryDatabase) throws -> Value
  ) {
    (self.callBack, self.body) = (callBack, body)
  }

  var isAbandoned: Bool { false }

  func needsWriting(_ database: HistoryDatabase) -> Bool { false }

  func run(_ database: HistoryDatabase) throws -> () -> Void {
    let value = try body(database)
    return { [callBack] in callBack(.success(value)) }
  }

  func fail(_ error: any Error) { callBack(.failure(error)) }
}
