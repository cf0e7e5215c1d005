internal import NetwatchClient
internal import NetwatchCommand

extension ClientOption {
  static let table = submitting + listing + reporting + general

  private static let submitting: [ClientOption] = [
    ClientOption(
      .header,
      "header",
      takes: "'NAME: VALUE'",
      of: [.submit],
      means: "a field, repeatable; its value can be @file:PATH or @credential:NAME"
    ),
    ClientOption(.body, "body", takes: "TEXT", of: [.submit], means: "the body to send"),
    ClientOption(
      .bodyFile,
      "body-file",
      takes: "FILE|-",
      of: [.submit],
      means: "a file with the body, or standard input"
    ),
    ClientOption(
      .jsonFile,
      "json-file",
      takes: "FILE|-",
      of: [.submit],
      means: "submit a job, or a list of jobs, as the API takes them"
    ),
    ClientOption(
      .uniqueKey,
      "unique-key",
      takes: "KEY",
      of: [.submit],
      means: "add nothing while an unfinished job has this key"
    ),
    ClientOption(
      .idempotencyKey,
      "idempotency-key",
      takes: "KEY",
      of: [.submit],
      means: "what tells that two submissions are the same one (a new one)"
    ),
    ClientOption(
      .priority,
      "priority",
      takes: "low|normal|high",
      of: [.submit],
      means: "how soon it goes among those of its destination (normal)"
    ),
    ClientOption(
      .requirement,
      "requirement",
      takes: "nothing|route|internet",
      of: [.submit],
      means: "what has to be there for it to go (what its kind needs)"
    ),
    ClientOption(
      .notBefore,
      "not-before",
      takes: "DURATION",
      of: [.submit],
      means: "how long it waits at least (0)"
    ),
    ClientOption(
      .deadline,
      "deadline",
      takes: "DURATION",
      of: [.submit],
      means: "when it is given up, waits included (0: never)"
    ),
    ClientOption(
      .timeout,
      "timeout",
      takes: "DURATION",
      of: [.submit],
      means: "limit of one attempt of a request (the service's)"
    ),
    ClientOption(
      .retrySafety,
      "retry-safety",
      takes: "automatic|always|never",
      of: [.submit],
      means: "whether the request may be sent twice (automatic)"
    ),
    ClientOption(
      .wait,
      "wait",
      of: [.submit],
      means: "wait for its end; the exit status is 1 where it does not succeed"
    ),
  ]

  private static let listing: [ClientOption] = [
    ClientOption(
      .state,
      "state",
      takes: "ready|parked|waiting|running|succeeded|dead|cancelled",
      of: [.jobs],
      means: "only jobs in this state, repeatable"
    ),
    ClientOption(.kind, "kind", takes: "http|exec", of: [.jobs], means: "only jobs of this kind"),
    ClientOption(
      .destination,
      "destination",
      takes: "NAME",
      of: [.jobs],
      means: "only jobs to this destination"
    ),
    ClientOption(
      .owner,
      "owner",
      takes: "OWNER",
      of: [.jobs],
      means: "only jobs of this owner (all that may be seen)"
    ),
    ClientOption(.limit, "limit", takes: "N", of: [.jobs], means: "list at most so many (100)"),
    ClientOption(.all, "all", of: [.jobs], means: "list all, however many, ended ones too"),
    ClientOption(.dead, "dead", of: [.jobs], means: "retry all that are dead"),
  ]

  private static let reporting: [ClientOption] = [
    ClientOption(
      .since,
      "since",
      takes: "DURATION|TIME",
      of: [.report],
      means: "the beginning, as how long ago or by RFC 3339 (24h)"
    ),
    ClientOption(
      .until,
      "until",
      takes: "TIME",
      of: [.report],
      means: "the end, by RFC 3339 (now)"
    ),
    ClientOption(
      .html,
      "html",
      takes: "FILE|-",
      of: [.report],
      means: "write one self-contained page, to a file or standard output"
    ),
  ]

  private static let general: [ClientOption] = [
    ClientOption(.json, "json", means: "one JSON object a line"),
    ClientOption(
      .socket,
      "socket",
      takes: "PATH",
      means: "the service's socket (NETWATCH_SOCKET, or \(ServiceClient.defaultSocket))"
    ),
    ClientOption(
      .url,
      "url",
      takes: "URL",
      means: "ask the service over TCP, as at http://127.0.0.1:PORT"
    ),
    ClientOption(
      .tokenFile,
      "token-file",
      takes: "FILE",
      means: "the file with the token that goes with --url"
    ),
    ClientOption(.help, "help", means: "print this help"),
    ClientOption(.version, "version", means: "print the version"),
  ]
}
