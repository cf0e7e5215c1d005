import NetwatchCore
import NetwatchService
import Testing

@Suite struct ChangeTests {
  @Test("Configurations that say the same differ in nothing")
  func findsNothing() throws {
    let one = try configured("{ probeInterval: '60s', http: { bodyLimit: '1MiB' } }")
    let other = try configured("{ http: { bodyLimit: 1048576 }, probeInterval: 60 }")
    #expect(ServiceConfiguration.changes(from: one, to: other).isEmpty)
  }

  @Test("Changes are told apart by whether they need a restart")
  func sortsChanges() throws {
    let old = try configured("{ logLevel: 'debug' }")
    let new = try configured("{ listen: { mode: '0600' }, store: 'b.db', administrators: [5] }")
    let changes = ServiceConfiguration.changes(from: old, to: new)
    #expect(changes.effective == ["administrators", "logLevel"])
    #expect(changes.awaitingRestart == ["store", "listen.mode"])
  }

  @Test("A configuration that is read again counts where keys can be reloaded, and nowhere else")
  func reloads() throws {
    let old = try configured("{}")
    let new = try configured("{ logLevel: 'debug', store: 'b.db', quotas: { owner: { jobs: 5 } } }")
    let result = old.reloaded(with: new)
    #expect(result == (try configured("{ logLevel: 'debug', quotas: { owner: { jobs: 5 } } }")))
  }

  @Test("These keys can be reloaded")
  func listsKeys() {
    #expect(
      ConfigurationKey.reloadable.map(\.path) == [
        "administrators", "logLevel", "http.allowLoopback", "http.allowLinkLocal",
        "http.allowMetadata", "http.allowPrivate", "http.timeout", "http.headers",
        "exec.templates", "quotas.owner.jobs", "quotas.owner.bytes", "quotas.destination.jobs",
        "quotas.destination.bytes", "history.retention", "history.maximum",
      ]
    )
  }
}
