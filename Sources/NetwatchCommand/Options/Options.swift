internal import NetwatchCore
internal import NetwatchLinux

/// What the options of a command say.
struct Options: Sendable {
  /// What to watch, its log sink aside.
  var configuration = LinuxConnectivityManager.Configuration()

  /// Whether to print JSON.
  var isJSON = false

  /// After how many lines `watch` stops.
  var count: UInt64?

  /// After what time `watch` stops.
  var duration: Duration?

  /// What `wait` waits for, where the user says so.
  var statedGoal: WaitGoal?

  /// After what time `wait` gives up.
  var timeout: Duration?

  /// The program that `run` runs, and its arguments.
  var commandLine: [String] = []

  /// When `run` tries again.
  var retry = RetryOptions()

  /// What `upload` sends.
  var upload = UploadOrder()

  /// How much is said on standard error.
  var verbosity = Verbosity.normal
}

extension Options {
  /// What `wait` waits for.
  var goal: WaitGoal { statedGoal ?? (configuration.probes.isEmpty ? .route : .probe) }

  /// What to watch, diagnostics going where the options say.
  var monitorConfiguration: LinuxConnectivityManager.Configuration {
    var result = configuration
    result.log = verbosity.logSink
    return result
  }

  /// The same for a command that asks once: the first result decides, because there will be no second
  /// one to confirm it, and there is no earlier state to keep up.
  var oneTimeConfiguration: LinuxConnectivityManager.Configuration {
    var result = monitorConfiguration
    result.failureThreshold = 1
    result.lossDelay = .zero
    return result
  }

  /// How long a command that asks once waits for the first result of the probes.
  var patience: Duration { configuration.probeTimeout + .milliseconds(250) }
}
