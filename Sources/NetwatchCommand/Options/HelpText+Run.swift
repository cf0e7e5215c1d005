extension HelpText {
  /// What there is to know of `run` beside its options.
  static let running = """
    A failure without a connection waits for one, and costs no attempt; any other is followed by a
    random delay, and attempts and delays are counted from the last such wait. The command is run
    as it is, without a shell, where netwatch was started, whatever --netns says. Its input is not
    repeated: another attempt reads on. Signals are passed on to it, and after SIGHUP, SIGINT,
    SIGQUIT or SIGTERM there is no further attempt. At the deadline it is sent SIGTERM, and 5 s
    later SIGKILL. Both go to the command alone, not to what it has started.

    --json writes what happens to standard error. Each object has the keys time and event, and (times
    in milliseconds; a key that does not apply is left out):
      attemptStarted   attempt, pid
      attemptEnded     attempt, pid, status, signal, duration
      backoff          attempt, delay, window
      waiting          attempt, explanation
      connected        duration
      signalReceived   signal, pid
      deadlinePassed   deadline, pid
      gaveUp           attempt, reason (notRetried, attempts, deadline, signal, cannotRun), signal,
                       message, status
      diagnostic       level, message

    Exit status: that of the last attempt, 128 + N where signal N ended it; 2 wrong arguments,
    124 the deadline passed, 125 netwatch failed, 126 the command cannot be run, 127 there is none.
    """
}
