import NetwatchDataSources

extension DataSource {
  /// A call of refresh, which the source has taken note of when this returns.
  func call(clear: Bool = false, joining: Bool = true) -> Task<Value, any Error> {
    Task.immediate { try await self.refresh(clear: clear, joining: joining) }
  }
}

extension AsyncStream where Element: Sendable {
  /// What is in a stream that ends.
  func all() async -> [Element] {
    await reduce(into: []) { $0.append($1) }
  }
}
