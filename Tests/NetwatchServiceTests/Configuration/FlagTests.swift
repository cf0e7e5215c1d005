import NetwatchCore
import NetwatchService
import Testing

@Suite struct FlagTests {
  @Test("What a flag says counts more than the file, and the file more than the default")
  func mergesInOrder() throws {
    let text = "{ probeInterval: '1m', lossDelay: '1s' }"
    let configuration = try configured(text, flags: [("interval", "2m")])
    #expect(configuration.monitor.probeInterval == .seconds(120))
    #expect(configuration.monitor.lossDelay == .seconds(1))
    #expect(configuration.monitor.recoveryDelay == .milliseconds(250))
  }

  @Test("The flags of a list replace the file's list together")
  func replacesLists() throws {
    let configuration = try configured(
      "{ probes: ['tcp://a:1', 'tcp://b:1'], administrators: ['ops'] }",
      flags: [("probe", "tcp://c:1"), ("interval", "1m"), ("probe", "tcp://d:1")]
    )
    #expect(configuration.monitor.probes == ["tcp://c:1", "tcp://d:1"])
    #expect(configuration.administrators == [.name("ops")])
  }

  @Test("Of flags that stand twice the last counts")
  func takesLast() throws {
    let configuration = try configured(
      "{}",
      flags: [("log-level", "debug"), ("log-level", "error")]
    )
    #expect(configuration.logLevel == .error)
  }

  @Test("Every key can be set by its flag", arguments: zip(ConfigurationKey.table, Self.values))
  func setsKeys(key: ConfigurationKey, value: String) throws {
    // A port needs the file beside it.
    let beside = key.path == "listen.tcpPort" ? [("token-file", "/t")] : []
    let base = try configured("{}", flags: beside)
    let changed = try configured("{}", flags: beside + [("\(key.flag)", value)])
    let changes = ServiceConfiguration.changes(from: base, to: changed)
    #expect(changes.effective + changes.awaitingRestart == [key.path])
  }

  /// A value for each key that is not its default, in the order of the table.
  static let values = [
    "/srv/netwatch", "postgres://h/db", "/run/a.sock", "0600", "adm", "7070", "/etc/t", "1000",
    "debug", "tcp://a:1", "5s", "1s", "0", "0", "eth0", "ipv6", "192.0.2.1", "true", "true",
    "true", "false", "5s", "1MiB", "{ 'https://a': { A: 'b' } }", "{ a: { program: '/a' } }", "5",
    "2MiB", "5", "2MiB", "1d", "5000",
  ]

  @Test("Every key has a value above")
  func isComplete() {
    #expect(Self.values.count == ConfigurationKey.table.count)
  }

  @Test("The default that the help claims is the default", arguments: ConfigurationKey.table)
  func claimsDefaults(key: ConfigurationKey) throws {
    guard key.meaning.hasSuffix(")"), let start = key.meaning.lastIndex(of: "(") else { return }
    let claim = key.meaning[start...].dropFirst().prefix { $0 != ";" && $0 != ")" }
    let words = ["none", "root", "either", "built-in ones", "that of the process"]
    guard !words.contains(String(claim)) else { return }
    let configuration = try configured("{}", flags: [("\(key.flag)", String(claim))])
    #expect(configuration == ServiceConfiguration())
  }

  @Test("No two keys have one path or one flag")
  func areDistinct() {
    #expect(Set(ConfigurationKey.table.map(\.path)).count == ConfigurationKey.table.count)
    #expect(Set(ConfigurationKey.table.map { "\($0.flag)" }).count == ConfigurationKey.table.count)
  }
}
