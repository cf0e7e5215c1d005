internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchLinux
internal import NetwatchSystem
internal import NetwatchText

/// Tells on standard error what happens while a command is run; standard output is the command's.
struct RunReporter: Sendable {
  /// How long a reader may make an object wait, and with it the signals and everything else.
  private static let patience = Duration.seconds(1)

  private let isJSON: Bool
  private let verbosity: Verbosity

  init(isJSON: Bool, verbosity: Verbosity) {
    self.isJSON = isJSON
    self.verbosity = verbosity
  }

  /// Tells of an event, where the options say that it is worth telling.
  func report(_ event: RunEvent) {
    if isJSON {
      write { $0.append(json: event, at: SystemClocks.kernel.wall()) }
    } else if let sentence = event.sentence(verbosity) {
      StandardError.write(sentence)
    }
  }

  /// The sink of the monitor's diagnostics, or `nil` where none are wanted.
  var logSink: LogSink? {
    guard isJSON else { return verbosity.logSink }
    return verbosity.logSink { level, line in
      write { $0.append(diagnostic: line, level, at: SystemClocks.kernel.wall()) }
    }
  }

  private func write(_ fill: (inout TextBuffer) -> Void) {
    var writer = LineWriter(descriptor: STDERR_FILENO, deadline: .now + Self.patience)
    try? writer.write(fill)
  }
}
