internal import NetwatchCommand

/// What `netwatch serve --help` prints.
enum ServeHelp {
  static var text: String {
    let head = [
      "Usage: netwatch serve [OPTIONS]",
      "Watch the network, keep an outbox for other programs, and show both.",
      "",
      "Options:",
    ]
    let keys = ["", "Options that stand in the configuration too, and count more here:"]
    let notes = [
      "",
      "DURATION: 250ms, 3s, 1.5s, 5m, 1h, 7d; a bare number is seconds; at most 3650d.",
      "SIGHUP has the configuration read again; SIGTERM and SIGINT end the service in good order.",
      "Exit status: 0 told to end, 2 the arguments or the configuration are wrong,",
      "3 something of the system is in the way.",
    ]
    let lines = ServeOption.helpLines(of: ServeOption.table)
    let count = ServeOption.own.count
    return (head + lines[..<count] + keys + lines[count...] + notes).joined(separator: "\n")
  }
}
