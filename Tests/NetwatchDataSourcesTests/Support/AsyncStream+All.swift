extension AsyncStream where Element: Sendable {
  /// What is in a stream that ends.
  func all() async -> [Element] {
    await reduce(into: []) { $0.append($1) }
  }
}
