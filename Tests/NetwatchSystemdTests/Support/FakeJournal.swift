import NetwatchTestSupport

/// The worker logs in mounts of its own, where the journal is the test's.
enum FakeJournal: CaseIterable {
  /// Standard error is connected to the journal.
  case connected

  /// The variable is of another file than standard error.
  case elsewhere

  /// Standard error is connected, and the socket of the journal is not there.
  case absent

  /// Standard error is connected, and nobody listens at the socket of the journal.
  case refusing

  /// Runs the worker; standard output is its own and then the entries that the journal received, as
  /// literals of Python, and standard error what the worker wrote there.
  func log() async throws -> ProcessOutput {
    let mount = #"mount -t tmpfs none /run && exec python3 -c "$0""#
    return try await awaitThread { [script] in
      try ChildProcess.run(["unshare", "--mount", "sh", "-c", mount, script])
    }
  }

  private var script: String {
    """
    import os, socket, subprocess, sys
    path = "/run/systemd/journal/socket"
    os.makedirs(os.path.dirname(path))
    journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    journal.bind(path)
    journal.setblocking(False)
    log = open("/run/log", "w+")
    connected = log
    \(change)
    status = os.fstat(connected.fileno())
    stream = f"{status.st_dev}:{status.st_ino}"
    subprocess.run(["\(Service.program)", "log"], stderr=log, env={"JOURNAL_STREAM": stream})
    try:
      while True: print(ascii(journal.recv(65536)))
    except OSError: pass
    log.seek(0)
    sys.stderr.write(log.read())
    """
  }

  private var change: String {
    switch self {
    case .connected: "pass"
    case .elsewhere: "connected = sys.stdin"
    case .absent: "os.unlink(path)"
    case .refusing: "journal.close()"
    }
  }
}
