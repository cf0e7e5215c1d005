internal import NetwatchCore
internal import NetwatchLinux

extension Options {
  /// Takes one option into account; of options that stand twice, the last counts.
  mutating func apply(_ kind: CommandOption.Kind, _ value: String) throws(UsageError) {
    switch kind {
    case .json: isJSON = true
    case .quiet: verbosity = .quiet
    case .verbose: verbosity = .verbose
    case .interval: try set(\.probeInterval, "--interval", value, atLeast: .seconds(1))
    case .probeTimeout: try set(\.probeTimeout, "--probe-timeout", value, atLeast: .milliseconds(1))
    case .lossDelay: try set(\.lossDelay, "--loss-delay", value)
    case .recoveryDelay: try set(\.recoveryDelay, "--recovery-delay", value)
    case .forDuration: duration = try Self.limit("--for-duration", value)
    case .timeout: timeout = try Self.limit("--timeout", value)
    case .count: count = try Self.count(value)
    case .goal: statedGoal = try WaitGoal(parsing: value)
    case .maxAttempts, .base, .maxDelay, .deadline, .whenConnected, .retryOn:
      try retry.apply(kind, value)
    case .tus, .method, .header: try upload.apply(kind, value)
    case .probe: try addProbe(value, "--probe")
    case .target: try addTarget(value)
    case .interface: configuration.interface = value
    case .family: configuration.families = [try Self.family(value)]
    case .namespace: configuration.namespace = try Self.namespace(value)
    case .help, .version: break
    }
  }

  /// Adds an endpoint.
  mutating func addProbe(_ text: String, _ place: String) throws(UsageError) {
    configuration.probes.append(try Self.endpoint(text, place))
  }

  /// Reads an endpoint.
  static func endpoint(_ text: String, _ place: String) throws(UsageError) -> ProbeEndpoint {
    do {
      return try ProbeEndpoint(parsing: text)
    } catch {
      throw UsageError("\(place): \(error.description)")
    }
  }

  private mutating func set(
    _ property: WritableKeyPath<LinuxConnectivityManager.Configuration, Duration>,
    _ name: String,
    _ text: String,
    atLeast minimum: Duration = .zero
  ) throws(UsageError) {
    let value = try Self.duration(name, text)
    guard value >= minimum else {
      throw UsageError("\(name) must be at least \(DurationText.text(minimum)), not '\(text)'")
    }
    configuration[keyPath: property] = value
  }

  /// Reads a duration.
  static func duration(_ name: String, _ text: String) throws(UsageError) -> Duration {
    guard let value = DurationText.parse(text) else {
      throw UsageError("\(name) needs a duration such as 250ms, 3s, 5m, 1h or 7d, not '\(text)'")
    }
    return value
  }

  /// Reads a limit: as for timeout(1), no time at all means none.
  static func limit(_ name: String, _ text: String) throws(UsageError) -> Duration? {
    let value = try duration(name, text)
    return value == .zero ? nil : value
  }

  private static func count(_ text: String) throws(UsageError) -> UInt64 {
    guard let count = WholeNumber.parse(text), count > 0 else {
      throw UsageError("--count needs a whole number from 1 on, not '\(text)'")
    }
    return count
  }
}
