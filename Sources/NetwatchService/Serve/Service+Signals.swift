internal import NetwatchCore
internal import NetwatchLinux
internal import NetwatchSystem
internal import NetwatchSystemd

extension Service {
  /// What tells a running service something, from any thread.
  package enum Signal: Sendable {
    /// The configuration may have changed.
    case reload

    /// It is to end.
    case stop
  }

  /// Calls a handler on the monitor's thread whenever a descriptor is readable.
  package func watch(descriptor: Int32, handler: @escaping @Sendable () -> Void) {
    manager.watch(descriptor: descriptor, handler: handler)
  }

  /// Has the configuration read again as often as it is told to, and returns when it is told to stop.
  func listen(
    to signals: AsyncStream<Signal>,
    _ notifier: ServiceNotifier,
    _ reload: @escaping @Sendable () -> Void
  ) async {
    // Of several changes during a reload, one more sees them all.
    let (changes, change) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in changes { await self.reload(notifier, reload) } }
      for await signal in signals {
        guard signal == .reload else { break }
        change.yield()
      }
      group.cancelAll()
    }
  }

  /// Waits for a reload, and no longer than until the service ends: users and groups are looked up for
  /// it, which may hang where a server is asked.
  private func reload(_ notifier: ServiceNotifier, _ body: @escaping @Sendable () -> Void) async {
    tell { () throws(SystemdError) in try notifier.reloading() }
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let refusal = DetachedThread.start(named: "netwatch-reload") {
      body()
      end.finish()
    }
    if let refusal {
      log(.error, "the configuration stays as it was: no thread is left", ["errno": "\(refusal)"])
      end.finish()
    }
    for await _ in ends {}
    if Task.isCancelled { return }
    tell { () throws(SystemdError) in try notifier.ready() }
  }
}

// MARK: - Reloading

extension Service {
  /// Reads the token again: whoever replaces it because it is known wants the old one gone at once.
  private func renewToken(_ path: String?) {
    guard let path else { return }
    do throws(ServiceFailure) {
      let token = try AccessToken.obtain(path)
      if api.update(token: token) { log(.notice, "the token was taken over", ["file": path]) }
    } catch {
      log(.error, "the token stays as it was: \(error)", [:])
    }
  }

  /// Takes what another configuration says where that can be done without a restart.
  ///
  /// - Parameters:
  ///   - other: The other configuration.
  ///   - current: The one in force.
  /// - Returns: The one that is in force now.
  package func reload(
    _ other: ServiceConfiguration,
    replacing current: ServiceConfiguration
  ) -> ServiceConfiguration {
    let changes = ServiceConfiguration.changes(from: current, to: other)
    let configuration = current.reloaded(with: other)
    kinds.update(configuration)
    api.update(configuration)
    events.update(configuration.history)
    renewToken(configuration.listen.tokenFile)
    if changes.isEmpty { log(.notice, "the configuration is as it was", [:]) }
    for key in changes.effective { log(.notice, "\(key) was taken over", ["key": key]) }
    for key in changes.awaitingRestart {
      log(.warning, "\(key) takes effect with the next start only", ["key": key])
    }
    return configuration
  }
}
