internal import NetwatchCore

/// A setting of a data source that makes no sense.
public struct DataSourceConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence that names the setting, what was given and what was expected.
  public let description: String

  /// An error where something that must hold does not; nil where it does.
  static func unless(_ holds: Bool, _ description: @autoclosure () -> String) -> Self? {
    holds ? nil : Self(description: description())
  }

  /// An error about a duration.
  static func unless(
    _ holds: Bool,
    _ name: String,
    _ duration: Duration,
    _ expected: String
  ) -> Self? {
    unless(holds, "\(name) is \(duration.secondsText); expected \(expected)")
  }

  /// An error where a duration is not above zero.
  static func unlessPositive(_ duration: Duration?, _ name: String) -> Self? {
    duration.flatMap { unless($0 > .zero, name, $0, "more than 0 s") }
  }
}
