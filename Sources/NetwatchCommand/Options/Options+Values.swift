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
    case .forDuration: duration = try OptionValue.limit("--for-duration", value)
    case .timeout: timeout = try OptionValue.limit("--timeout", value)
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
    let value = try OptionValue.duration(name, text)
    guard value >= minimum else {
      throw UsageError("\(name) must be at least \(DurationText.text(minimum)), not '\(text)'")
    }
    configuration[keyPath: property] = value
  }

  private static func count(_ text: String) throws(UsageError) -> UInt64 {
    guard let count = WholeNumber.parse(text), count > 0 else {
      throw UsageError("--count needs a whole number from 1 on, not '\(text)'")
    }
    return count
  }
}
