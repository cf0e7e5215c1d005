extension HelpText {
  /// What there is to know of `upload` beside its options.
  static let uploading = """
    The file is sent as the body of one request, with an Idempotency-Key where that is a POST. A
    failure without a connection waits for one, and costs no attempt; a transient one is followed by a
    random delay; any other is final. With --tus what has arrived is not sent again, and an attempt
    that brought something forward costs none. An upload that was interrupted goes on when the same
    file, unchanged, is sent to the same URL again: where it is stands in netwatch/uploads under
    $XDG_STATE_HOME, or else ~/.local/state, until it is done.

    Progress goes to standard output: on a terminal one line that is redrawn, else a line every 10 s.
    --json writes an object a second, with the keys time and event, and (a key that does not apply is
    left out):
      progress   sent, total (bytes), rate (bytes a second)
      waiting    sent, total
      backoff    sent, total, failure, delay (milliseconds)
      finished   sent, total, status, attempts, duration (milliseconds)
    What fails is told on standard error: each attempt with what follows, or where --json or --quiet
    is given, all of them in the end.

    Exit status: 0 sent, 1 failed, 2 wrong arguments, 3 no monitor. Interrupted, it ends at once.
    """
}
