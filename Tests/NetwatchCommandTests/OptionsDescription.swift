import NetwatchCore
import NetwatchHTTP
import NetwatchLinux

@testable import NetwatchCommand

extension Invocation {
  /// What was asked for, in the words of the command line; what has its default is left out.
  var summary: String {
    switch self {
    case .help(let command):
      (["help"] + (command.map { [$0.rawValue] } ?? [])).joined(separator: " ")
    case .version: "version"
    case .command(let command, let options):
      ([command.rawValue] + options.words).joined(separator: " ")
    }
  }
}

extension Options {
  fileprivate var words: [String] {
    outputWords + limitWords + delayWords + networkWords + retry.words + upload.words
      + (commandLine.isEmpty ? [] : ["--"] + commandLine)
  }

  private var outputWords: [String] {
    (isJSON ? ["json"] : []) + (verbosity == .normal ? [] : [verbosity.rawValue])
  }

  private var limitWords: [String] {
    [
      count.map { "count=\($0)" }, duration.map { "for-duration=\(DurationText.text($0))" },
      timeout.map { "timeout=\(DurationText.text($0))" }, statedGoal.map { "for=\(text($0))" },
    ].compactMap(\.self)
  }

  private func text(_ goal: WaitGoal) -> String {
    switch goal {
    case .route: "route"
    case .probe: "probe"
    case .endpoint(let endpoint): endpoint.name
    }
  }

  private var delayWords: [String] {
    let defaults = LinuxConnectivityManager.Configuration()
    let delays: [(String, KeyPath<LinuxConnectivityManager.Configuration, Duration>)] = [
      ("interval", \.probeInterval), ("probe-timeout", \.probeTimeout), ("loss-delay", \.lossDelay),
      ("recovery-delay", \.recoveryDelay),
    ]
    return delays.compactMap { name, path in
      let value = configuration[keyPath: path]
      return value == defaults[keyPath: path] ? nil : "\(name)=\(DurationText.text(value))"
    }
  }

  private var networkWords: [String] {
    let families = configuration.families.map(\.rawValue)
    return (families.count == 1 ? families : [])
      + (configuration.interface.map { ["interface=\($0)"] } ?? [])
      + configuration.lookupAddresses.map { "target=\($0)" }
      + (configuration.namespace.map { ["netns=\($0)"] } ?? [])
      + configuration.probes.map { "probe=\($0.name)" }
  }
}

extension RetryOptions {
  fileprivate var words: [String] {
    let defaults = RetryOptions()
    return [
      maxAttempts == defaults.maxAttempts
        ? nil : "max-attempts=\(maxAttempts.map { "\($0)" } ?? "none")",
      baseDelay == defaults.baseDelay ? nil : "base=\(DurationText.text(baseDelay))",
      maxDelay == defaults.maxDelay ? nil : "max-delay=\(DurationText.text(maxDelay))",
      deadline.map { "deadline=\(DurationText.text($0))" }, waitsFirst ? "when-connected" : nil,
      statuses == defaults.statuses ? nil : "retry-on=\(statuses.text)",
    ].compactMap(\.self)
  }
}

extension RetriedStatuses {
  /// The statuses, each by itself.
  var text: String {
    (0...300).filter { contains(ExitStatus(rawValue: $0)) }.map(String.init)
      .joined(separator: ",")
  }
}

extension UploadOrder {
  fileprivate var words: [String] {
    (isResumable ? ["tus"] : []) + (method.map { ["method=\($0)"] } ?? [])
      + headers.map { "header=\($0.name)=\($0.value)" } + [file, url].compactMap(\.self)
  }
}
