internal import NetwatchCore

extension ConfigurationKey {
  /// What jobs may do.
  static let jobs: [ConfigurationKey] = [
    permission(
      "http.allowLoopback",
      "http-allow-loopback",
      \.http.allowsLoopback,
      means: "let jobs reach this host itself (false)"
    ),
    permission(
      "http.allowLinkLocal",
      "http-allow-link-local",
      \.http.allowsLinkLocal,
      means: "let jobs reach link-local addresses (false)"
    ),
    permission(
      "http.allowMetadata",
      "http-allow-metadata",
      \.http.allowsMetadata,
      means: "let jobs reach the metadata addresses of cloud providers (false)"
    ),
    permission(
      "http.allowPrivate",
      "http-allow-private",
      \.http.allowsPrivate,
      means: "let jobs reach private networks (true)"
    ),
    ConfigurationKey(
      "http.timeout",
      "http-timeout",
      takes: "DURATION",
      \.http.timeout,
      reloads: true,
      means: "limit of one attempt (60s)"
    ) { node throws(ConfigurationError) in
      try node.duration(.seconds(1)...DurationText.longest)
    },
    ConfigurationKey(
      "http.bodyLimit",
      "http-body-limit",
      takes: "BYTES",
      \.http.bodyLimit,
      means: "largest body of a job (8MiB)"
    ) { node throws(ConfigurationError) in try node.byteCount(1 << 10...1 << 30) },
    ConfigurationKey(
      "http.headers",
      "http-headers",
      takes: "JSON",
      \.http.headers,
      reloads: true,
      isStructured: true,
      means: "fields added by origin, values as text or @credential:NAME (none)"
    ) { node throws(ConfigurationError) in try HTTPJobSettings.headers(node) },
    ConfigurationKey(
      "exec.templates",
      "exec-templates",
      takes: "JSON",
      \.execTemplates,
      reloads: true,
      isStructured: true,
      means: "programs that jobs can run, by name (none)"
    ) { node throws(ConfigurationError) in try ExecTemplate.templates(node) },
  ]

  /// How much is kept.
  static let limits: [ConfigurationKey] = [
    jobCount(
      "quotas.owner.jobs",
      "owner-jobs",
      \.quotas.owner.jobs,
      of: "an owner (100000)"
    ),
    byteCount(
      "quotas.owner.bytes",
      "owner-bytes",
      \.quotas.owner.bytes,
      of: "an owner (1GiB)"
    ),
    jobCount(
      "quotas.destination.jobs",
      "destination-jobs",
      \.quotas.destination.jobs,
      of: "a destination (400000)"
    ),
    byteCount(
      "quotas.destination.bytes",
      "destination-bytes",
      \.quotas.destination.bytes,
      of: "a destination (4GiB)"
    ),
    ConfigurationKey(
      "history.retention",
      "history-retention",
      takes: "DURATION",
      \.history.retention,
      reloads: true,
      means: "how long the history is kept (90d)"
    ) { node throws(ConfigurationError) in
      try node.duration(.seconds(3600)...DurationText.longest)
    },
    ConfigurationKey(
      "history.maximum",
      "history-maximum",
      takes: "N",
      \.history.maximum,
      reloads: true,
      means: "how many entries it keeps (1000000)"
    ) { node throws(ConfigurationError) in try node.wholeNumber(1000...100_000_000, "entries") },
  ]

  private static func permission(
    _ path: String,
    _ flag: StaticString,
    _ property: Property<Bool>,
    means meaning: String
  ) -> ConfigurationKey {
    ConfigurationKey(
      path,
      flag,
      takes: "true|false",
      property,
      reloads: true,
      means: meaning
    ) { node throws(ConfigurationError) in try node.boolean() }
  }

  private static func jobCount(
    _ path: String,
    _ flag: StaticString,
    _ property: Property<Int>,
    of whom: String
  ) -> ConfigurationKey {
    ConfigurationKey(
      path,
      flag,
      takes: "N",
      property,
      reloads: true,
      means: "most waiting jobs of \(whom)"
    ) { node throws(ConfigurationError) in try node.wholeNumber(1...10_000_000, "jobs") }
  }

  private static func byteCount(
    _ path: String,
    _ flag: StaticString,
    _ property: Property<Int>,
    of whom: String
  ) -> ConfigurationKey {
    ConfigurationKey(
      path,
      flag,
      takes: "BYTES",
      property,
      reloads: true,
      means: "most bytes of the waiting jobs of \(whom)"
    ) { node throws(ConfigurationError) in try node.byteCount(1 << 20...1 << 40) }
  }
}
