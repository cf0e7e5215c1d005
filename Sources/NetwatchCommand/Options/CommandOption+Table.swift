extension CommandOption {
  private static let monitoring: [Subcommand] = damping + [.run, .upload]
  private static let damping: [Subcommand] = [.watch, .status, .wait, .explain]

  static let table = uploading + retrying + general

  private static let retrying: [CommandOption] = [
    CommandOption(
      .maxAttempts,
      "max-attempts",
      takes: "N",
      of: [.run, .upload],
      means: "attempts without a wait for connectivity between them (10; 0: no limit)"
    ),
    CommandOption(
      .base,
      "base",
      takes: "DURATION",
      of: [.run, .upload],
      means: "longest delay before the second attempt; it doubles with each (1s)"
    ),
    CommandOption(
      .maxDelay,
      "max-delay",
      takes: "DURATION",
      of: [.run, .upload],
      means: "longest delay before any attempt (60s)"
    ),
    CommandOption(
      .deadline,
      "deadline",
      takes: "DURATION",
      of: [.run, .upload],
      means: "limit of it all, waits included (0: none)"
    ),
    CommandOption(
      .whenConnected,
      "when-connected",
      of: [.run, .upload],
      means: "wait for connectivity before the first attempt too"
    ),
    CommandOption(
      .retryOn,
      "retry-on",
      takes: "STATUS,…",
      of: [.run],
      means: "retry only these, as in 1,64-78 (all but 126 and 127)"
    ),
  ]

  private static let general: [CommandOption] = [
    CommandOption(
      .goal,
      "for",
      takes: "WHAT",
      of: [.wait],
      means: "route, probe or tcp://HOST:PORT (route, or probe where one is given)"
    ),
    CommandOption(
      .timeout,
      "timeout",
      takes: "DURATION",
      of: [.wait],
      means: "give up after this time (0: never)"
    ),
    CommandOption(.json, "json", means: "one JSON object a line"),
    CommandOption(
      .probe,
      "probe",
      takes: "URL",
      of: monitoring,
      means: "probe http://…, https://… or tcp://HOST:PORT, repeatable (none)"
    ),
    CommandOption(
      .interval,
      "interval",
      takes: "DURATION",
      of: monitoring,
      means: "time between probes while all is well (30s)"
    ),
    CommandOption(
      .probeTimeout,
      "probe-timeout",
      takes: "DURATION",
      means: "limit of one probe (3s)"
    ),
    CommandOption(
      .lossDelay,
      "loss-delay",
      takes: "DURATION",
      of: damping,
      means: "how long a loss must last to count (100ms; 0: at once)"
    ),
    CommandOption(
      .recoveryDelay,
      "recovery-delay",
      takes: "DURATION",
      of: damping,
      means: "how long a recovery must last to count (250ms; 0: at once)"
    ),
    CommandOption(
      .interface,
      "interface",
      takes: "NAME",
      means: "only what leaves by this interface counts"
    ),
    CommandOption(
      .family,
      "family",
      takes: "ipv4|ipv6",
      means: "only this family counts (either)"
    ),
    CommandOption(
      .target,
      "target",
      takes: "ADDRESS",
      of: monitoring,
      means: "look up the route to this address, repeatable (built-in ones)"
    ),
    CommandOption(
      .namespace,
      "netns",
      takes: "NAME|PATH",
      means: "work in another network namespace"
    ),
    CommandOption(.count, "count", takes: "N", of: [.watch], means: "stop after N lines"),
    CommandOption(
      .forDuration,
      "for-duration",
      takes: "DURATION",
      of: [.watch],
      means: "stop after this time (0: never)"
    ),
    CommandOption(.quiet, "quiet", means: "say less on standard error"),
    CommandOption(.verbose, "verbose", means: "say more on standard error"),
    CommandOption(.help, "help", means: "print this help"),
    CommandOption(.version, "version", means: "print the version"),
  ]
}
