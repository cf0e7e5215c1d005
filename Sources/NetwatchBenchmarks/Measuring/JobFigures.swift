/// What the loads and the queues of other makers say of themselves.
extension Tools {
  /// Runs a load to its end.
  ///
  /// - Returns: What it printed.
  func output(ofLoad what: String, _ arguments: String...) throws(BenchmarkError) -> String {
    try Self.output(of: load(what) + arguments)
  }

  /// Jobs a second that a load did.
  func rate(ofLoad what: String, _ arguments: String...) throws(BenchmarkError) -> Double {
    try Self.output(of: load(what) + arguments).figure(after: "rate=")
  }

  /// Jobs a second that another queue did, one of those in queues.py.
  func queue(
    _ name: String,
    jobs: Int,
    _ options: String...
  ) throws(BenchmarkError) -> (put: Double, finish: Double) {
    let program = [peer("venv/bin/python"), peer("queues.py"), "--jobs", "\(jobs)"]
    let text = try Self.output(of: program + options + [name])
    return (try text.figure(after: #""put":"#), try text.figure(after: #""finish":"#))
  }

  private static func output(of command: [String]) throws(BenchmarkError) -> String {
    var process = try ChildProcess.start(command)
    let (text, status) = try process.readToEnd()
    guard status == 0 else {
      throw BenchmarkError("\(command.joined(separator: " ")) ended with status \(status)")
    }
    return text
  }
}

extension String {
  /// The whole number that follows a text.
  ///
  /// - Throws: ``BenchmarkError`` where it is not there.
  func figure(after key: String) throws(BenchmarkError) -> Double {
    guard let figure = number(after: key) else {
      throw BenchmarkError("a program printed no \(key)")
    }
    return figure
  }
}
