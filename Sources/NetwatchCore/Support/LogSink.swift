/// Takes diagnostics, in swift-log's terms: a level, a message, and metadata.
///
/// It may be called from any thread and must not block.
public typealias LogSink =
  @Sendable (_ level: LogLevel, _ message: String, _ metadata: [String: String]) -> Void

/// How much a diagnostic matters, in swift-log's levels.
public enum LogLevel: Int, CaseIterable, Comparable, Hashable, Sendable {
  case trace, debug, info, notice, warning, error, critical

  /// Whether the first level matters less than the second.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}
