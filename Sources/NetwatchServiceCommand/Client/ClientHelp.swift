internal import NetwatchCommand

/// What `--help` prints for the commands that ask the service.
enum ClientHelp {
  static func text(for command: ClientSubcommand) -> String {
    let summary = command.summary
    let head = [
      "Usage: \(command.synopsis)", summary.prefix(1).uppercased() + summary.dropFirst() + ".", "",
      "Options:",
    ]
    let options = ClientOption.helpLines(of: ClientOption.options(of: command))
    return (head + options + ["", note(on: command)]).joined(separator: "\n")
  }

  private static func note(on command: ClientSubcommand) -> String {
    switch command {
    case .submit: submitting
    case .jobs: listing
    case .report: reporting
    case .page:
      """
      The link is good for one use within a minute, in a browser of this host; who opens it sees
      what its maker may see. The service has to listen on a port.

      Exit status: 0 printed, 1 there is no port, 2 wrong arguments, 3 no service.
      """
    }
  }

  private static let submitting = """
    submit http METHOD URL sends a request, submit exec TEMPLATE [NAME=VALUE…] runs a program of the
    service's configuration with these values for its parameters:
      netwatch submit http POST https://api.example/readings --body-file reading.json
      netwatch submit exec backup DAY=monday --deadline 1d

    The job's number is printed once the job is safe with the service. Secrets do not belong on a
    command line, where others can read them: @file:PATH is replaced by what the file says now,
    @credential:NAME by the service's own credential when the request is sent.
    DURATION: 250ms, 3s, 5m, 1h, 7d; a bare number is seconds.

    Exit status: 0 submitted, or with --wait succeeded; 1 refused, or with --wait not succeeded;
    2 wrong arguments, 3 no service.
    """

  private static let listing = """
    list prints a line a job, the parked among the ready marked as such: those whose requirement is
    not met, or whose destination is closed. show prints everything that is known of jobs, why the
    sentence that says why each is where it is. cancel calls jobs off; retry has those tried again at
    once that wait, are dead, or were cancelled.

    Exit status: 0 done, 1 no such job, or it has ended, 2 wrong arguments, 3 no service.
    """

  private static let reporting = """
    DURATION: 250ms, 3s, 5m, 1h, 7d; a bare number is seconds.

    Exit status: 0 told, 1 refused, 2 wrong arguments, 3 no service, or the page cannot be written.
    """
}
