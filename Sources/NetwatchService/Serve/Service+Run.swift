internal import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchJobs
internal import NetwatchLinux
internal import NetwatchSystem
package import NetwatchSystemd

extension Service {
  /// Serves until it is told to stop, and then lets end what is under way.
  ///
  /// - Parameters:
  ///   - signals: What it is told.
  ///   - notifier: Tells the service manager.
  ///   - reload: Called where it is told that the configuration may have changed, on a thread of its
  ///     own: it may block, and is left behind where the service ends meanwhile.
  /// - Throws: ``ServiceFailure`` where it can't go on; `CancellationError`.
  package func run(
    _ signals: AsyncStream<Signal>,
    notifier: ServiceNotifier,
    reload: @escaping @Sendable () -> Void
  ) async throws {
    do {
      // The scheduler and the clients need the monitor until they have ended, and clients its first
      // state: with an inherited socket the first of them is there before the service.
      let (beginnings, beginning) = AsyncStream.makeStream(of: Void.self)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await self.watch(notifier) { beginning.finish() } }
        group.addTask {
          for await _ in beginnings {}
          try await self.work(signals, notifier, reload)
        }
        group.addTask { try await self.prune() }
        defer { group.cancelAll() }
        try await group.next()
      }
    } catch {
      await close()
      throw error
    }
    await close()
  }

  /// Removes what is too old of the history, and finished jobs.
  private func prune() async throws {
    var signs = pruneTimes.signs.makeAsyncIterator()
    repeat {
      events.tidy()
      try await scheduler.removeOld()
    } while await signs.next() != nil
    try Task.checkCancellation()
  }

  private func close() async {
    await events.close()
    await store.close()
  }

  /// Watches the network, and tells the history before anybody else hears of it.
  ///
  /// - Parameters:
  ///   - notifier: Shows the state in `systemctl status`.
  ///   - begun: Called when the first state is there.
  /// - Throws: ``ServiceFailure`` where the monitor can't go on; `CancellationError`.
  private func watch(
    _ notifier: ServiceNotifier,
    begun: @escaping @Sendable () -> Void
  ) async throws {
    var former: ConnectivityState?
    try await manager.run { [self] state in
      let state = state.shown
      let snapshot = snapshot(of: state)
      api.publish(snapshot)
      defer { former = state }
      note(state, after: former)
      let status = Self.status(state)
      if former.map(Self.status) != status {
        tell { () throws(SystemdError) in try notifier.status(status) }
      }
      if former != nil { return events.append(state: snapshot) }
      events.began(snapshot)
      begun()
    } hearing: { [events] probes in
      events.append(probes: probes.map(\.shown), at: SystemClocks.kernel.wall())
    } looked: { [events, pruneTimes] in
      events.alive()
      pruneTimes.looked(at: SystemClocks.kernel.boot())
    }
    throw ServiceFailure(.system, "the connectivity monitor ended by itself")
  }

  private func work(
    _ signals: AsyncStream<Signal>,
    _ notifier: ServiceNotifier,
    _ reload: @escaping @Sendable () -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.scheduler.run() }
      group.addTask { try await self.serve(signals, notifier, reload) }
      try await group.waitForAll()
    }
  }

  /// Answers clients until it is told to stop, and has the scheduler shut down then.
  private func serve(
    _ signals: AsyncStream<Signal>,
    _ notifier: ServiceNotifier,
    _ reload: @escaping @Sendable () -> Void
  ) async throws {
    let watchdog = try ServiceWatchdog.expected()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.server.run() }
      group.addTask { await self.listen(to: signals, notifier, reload) }
      if let watchdog { group.addTask { try await self.show(watchdog, notifier) } }
      tell { () throws(SystemdError) in try notifier.ready() }
      log(.notice, "serving", place)
      // Whoever ends first was told to stop, or has failed.
      try await group.next()
      log(.notice, "stopping", [:])
      tell { () throws(SystemdError) in try notifier.stopping() }
      scheduler.beginShutdown(grace: Self.grace)
      group.cancelAll()
      do { try await group.waitForAll() } catch is CancellationError {}
    }
  }

  /// Shows that the monitor's thread and those of the tasks still come round.
  private func show(_ watchdog: ServiceWatchdog, _ notifier: ServiceNotifier) async throws {
    try await watchdog.run(notifier, log: log) { [manager] in await manager.comesRound() }
  }

  func tell(_ message: () throws(SystemdError) -> Void) {
    do throws(SystemdError) { try message() } catch { log(.warning, "\(error)", [:]) }
  }
}
