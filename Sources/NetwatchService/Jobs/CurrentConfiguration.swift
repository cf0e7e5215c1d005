internal import NetwatchCore

/// The configuration in force, shared by all that jobs are checked and done by.
final class CurrentConfiguration: Sendable {
  private let storage: Lock<ServiceConfiguration>

  init(_ configuration: ServiceConfiguration) {
    storage = Lock(configuration)
  }

  var value: ServiceConfiguration { storage.withLock { $0 } }

  func update(_ configuration: ServiceConfiguration) { storage.withLock { $0 = configuration } }
}
