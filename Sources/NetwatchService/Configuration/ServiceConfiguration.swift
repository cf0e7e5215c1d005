package import NetwatchCore

/// All that `netwatch serve` can be told, in its file and by flags.
package struct ServiceConfiguration: Hashable, Sendable {
  /// Where a file is looked for that no flag names.
  package static let standardFile = "/etc/netwatch/netwatch.json5"

  /// The folder that everything is kept in.
  package var stateDirectory = "/var/lib/netwatch"

  package var store = StoreLocation.file("netwatch.db")
  package var listen = ListenSettings()

  /// Who may see and cancel everybody's jobs, root aside.
  package var administrators: [Account] = []

  package var monitor = MonitorSettings()
  package var http = HTTPJobSettings()

  /// The programs that jobs can run, by name; without any there is no kind `exec`.
  package var execTemplates: [String: ExecTemplate] = [:]

  package var quotas = JobQuotas()
  package var history = HistorySettings()
  package var logLevel = LogLevel.info

  /// The defaults.
  package init() {}
}
