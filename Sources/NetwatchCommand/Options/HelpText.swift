/// What `--help` prints, made from the tables that the scanner reads.
enum HelpText {
  /// The help of a command, or the general one, without a final line break.
  static func text(for command: Subcommand?) -> String {
    guard let command else { return general }
    var lines = ["Usage: \(command.synopsis)", sentence(command.summary), "", "Options:"]
    lines += CommandOption.helpLines(of: CommandOption.options(of: command))
    lines += ["", durations, endpoints, "", note(on: command)]
    return lines.joined(separator: "\n")
  }

  private static var general: String {
    let synopses =
      Subcommand.allCases.map(\.synopsis) + ServiceSubcommand.allCases.map(\.synopsis)
      + ["netwatch --help | COMMAND --help | --version"]
    let usage = synopses.enumerated().map { ($0 == 0 ? "Usage: " : "       ") + $1 }
    let commands =
      Subcommand.allCases.map { "  \($0)".inColumn(11) + $0.summary }
      + ServiceSubcommand.allCases.map { "  \($0)".inColumn(11) + $0.summary }
    return
      (usage + ["Tell whether the connection to the internet can be assumed to be available.", ""]
      + ["Commands (watch where none is named):"] + commands + ["", exitStatus])
      .joined(separator: "\n")
  }

  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  private static let durations =
    "DURATION: 250ms, 3s, 1.5s, 5m, 1h, 7d; a bare number is seconds; at most 3650d."

  private static let endpoints =
    """
    http:// and https:// expect status 204 and no body, or what #status=200&body=TEXT says; with
    prefix=TEXT the body can go on, as by the line break at the end of a file.
    """

  private static let exitStatus = """
    Exit status: 0 yes, 1 no, 2 the arguments are wrong, 3 the monitor could not work.
    run ends as its command does; 'netwatch run --help' has the exceptions.
    """

  private static func note(on command: Subcommand) -> String {
    switch command {
    case .watch: "Interrupted or told to terminate, it ends with status 0."
    case .status, .explain:
      """
      With --probe it waits for the first result, at most for --probe-timeout.
      Exit status: 0 available, 1 unavailable, 2 wrong arguments, 3 no monitor.
      """
    case .wait:
      "Exit status: 0 waited successfully, 1 time ran out, 2 wrong arguments, 3 no monitor."
    case .probe:
      """
      Exit status: 0 every endpoint answered over some family, 1 one did not,
      2 wrong arguments, 3 no monitor.
      """
    case .run: running
    case .upload: uploading
    }
  }
}
