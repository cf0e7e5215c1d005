internal import NetwatchCore

extension ConfigurationKey {
  /// All keys, in the order of the help and of the example file.
  package static let table = place + monitoring + jobs + limits

  private static let place: [ConfigurationKey] = [
    ConfigurationKey(
      "stateDirectory",
      "state-directory",
      takes: "PATH",
      \.stateDirectory,
      means: "folder that everything is kept in (/var/lib/netwatch)"
    ) { node throws(ConfigurationError) in try node.absolutePath("a folder") },
    ConfigurationKey(
      "store",
      "store",
      takes: "PATH|URL",
      \.store,
      means: "file of the jobs, or a postgres:// URL without a password (netwatch.db)"
    ) { node throws(ConfigurationError) in try StoreLocation(node) },
    ConfigurationKey(
      "listen.socket",
      "socket",
      takes: "PATH",
      \.listen.socket,
      means: "path of the Unix socket (/run/netwatch/netwatch.sock)"
    ) { node throws(ConfigurationError) in
      try node.absolutePath("a socket", upTo: ListenSettings.maximumSocketLength)
    },
    ConfigurationKey(
      "listen.mode",
      "socket-mode",
      takes: "MODE",
      \.listen.mode,
      means: "its permissions (0660)"
    ) { node throws(ConfigurationError) in try ListenSettings.mode(node) },
    ConfigurationKey(
      "listen.group",
      "socket-group",
      takes: "GROUP",
      \.listen.group,
      means: "its group (that of the process)"
    ) { node throws(ConfigurationError) in try Account(node, "group") },
    ConfigurationKey(
      "listen.tcpPort",
      "tcp-port",
      takes: "PORT",
      \.listen.tcpPort,
      means: "port on 127.0.0.1 and ::1 (none)"
    ) { node throws(ConfigurationError) in
      UInt16(clamping: try node.wholeNumber(1...65_535))
    },
    ConfigurationKey(
      "listen.tokenFile",
      "token-file",
      takes: "PATH",
      \.listen.tokenFile,
      means: "file with the token that clients of the port show"
    ) { node throws(ConfigurationError) in try node.absolutePath("a file") },
    ConfigurationKey(
      list: "administrators",
      "administrator",
      takes: "USER",
      \.administrators,
      reloads: true,
      means: "who may see and cancel all jobs, repeatable (root)"
    ) { node throws(ConfigurationError) in try Account.administrators(node) },
    ConfigurationKey(
      "logLevel",
      "log-level",
      takes: "LEVEL",
      \.logLevel,
      reloads: true,
      means: "least level that is logged, of trace to critical (info)"
    ) { node throws(ConfigurationError) in
      try node.choice(LogLevel.allCases.map { ("\($0)", $0) })
    },
  ]

  private static let monitoring: [ConfigurationKey] = [
    ConfigurationKey(
      list: "probes",
      "probe",
      takes: "URL",
      \.monitor.probes,
      means: "probe http://…, https://… or tcp://HOST:PORT, repeatable (none)"
    ) { node throws(ConfigurationError) in try MonitorSettings.probes(node) },
    ConfigurationKey(
      "probeInterval",
      "interval",
      takes: "DURATION",
      \.monitor.probeInterval,
      means: "time between probes while all is well (30s)"
    ) { node throws(ConfigurationError) in
      try node.duration(.seconds(1)...DurationText.longest)
    },
    ConfigurationKey(
      "probeTimeout",
      "probe-timeout",
      takes: "DURATION",
      \.monitor.probeTimeout,
      means: "limit of one probe (3s)"
    ) { node throws(ConfigurationError) in
      try node.duration(.milliseconds(1)...DurationText.longest)
    },
    ConfigurationKey(
      "lossDelay",
      "loss-delay",
      takes: "DURATION",
      \.monitor.lossDelay,
      means: "how long a loss must last to count (100ms; 0: at once)"
    ) { node throws(ConfigurationError) in try node.duration() },
    ConfigurationKey(
      "recoveryDelay",
      "recovery-delay",
      takes: "DURATION",
      \.monitor.recoveryDelay,
      means: "how long a recovery must last to count (250ms; 0: at once)"
    ) { node throws(ConfigurationError) in try node.duration() },
    ConfigurationKey(
      "interface",
      "interface",
      takes: "NAME",
      \.monitor.interface,
      means: "only what leaves by this interface counts"
    ) { node throws(ConfigurationError) in try MonitorSettings.interface(node) },
    ConfigurationKey(
      "family",
      "family",
      takes: "ipv4|ipv6",
      \.monitor.family,
      means: "only this family counts (either)"
    ) { node throws(ConfigurationError) in
      try node.choice(AddressFamily.allCases.map { ($0.rawValue, $0) })
    },
    ConfigurationKey(
      list: "targets",
      "target",
      takes: "ADDRESS",
      \.monitor.targets,
      means: "look up the route to this address, repeatable (built-in ones)"
    ) { node throws(ConfigurationError) in try MonitorSettings.targets(node) },
  ]
}
