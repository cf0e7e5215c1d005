extension NetworkSandbox {
  /// Runs one `ip` command, its words separated by blanks: `ip("link set v0 up")`.
  ///
  /// - Returns: What it printed.
  /// - Throws: ``CommandFailure`` with the kernel's answer.
  @discardableResult
  package func ip(_ arguments: String) throws -> String {
    try ChildProcess.check(["ip", "-n", name] + arguments.split(separator: " ").map(String.init))
  }

  /// Runs `ip` commands in one process, and stops at the first that fails.
  package func batch(_ commands: [String]) throws {
    let input = commands.map { $0 + "\n" }.joined()
    try ChildProcess.check(["ip", "-n", name, "-batch", "-"], input: input)
  }

  /// Sets a kernel parameter of the namespace: `sysctl("net.ipv6.conf.v0.disable_ipv6", "1")`.
  ///
  /// /proc/sys/net shows the namespace of the thread that opens a file there.
  package func sysctl(_ key: String, _ value: String) throws {
    let path = "/proc/sys/" + key.split(separator: ".").joined(separator: "/")
    try onThread(in: name) { try SmallFile.write(value, to: path) }
  }

  /// Runs a script of nft(8) in the namespace.
  package func nft(_ script: String) throws {
    try ChildProcess.check(commandPrefix + ["nft", "-f", "-"], input: script)
  }

  /// Runs a program to its end in the namespace; see `ChildProcess.run`.
  @discardableResult
  package func exec(_ arguments: [String], input: String? = nil) throws -> ProcessOutput {
    try ChildProcess.run(commandPrefix + arguments, input: input)
  }

  /// Starts a program in the namespace; its `pid` is the program's own.
  package func start(
    _ arguments: [String],
    environment: [String: String]? = nil,
    input: ChildProcess.Input = .none
  ) throws -> ChildProcess {
    try .start(commandPrefix + arguments, environment: environment, input: input)
  }

  /// What goes before a program to run it here; `ip` becomes the program by exec(3).
  package var commandPrefix: [String] { ["ip", "netns", "exec", name] }
}
