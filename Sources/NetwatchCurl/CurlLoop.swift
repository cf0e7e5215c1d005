import CCurl

/// Drives every transfer of an engine; made, used and freed on the engine's thread.
final class CurlLoop {
  private struct Outstanding {
    let transfer: CurlTransfer
    let submission: Submission
  }

  private var multi: CurlMulti
  private let share: CurlShare
  private let mailbox: Mailbox
  private let idleLimit: Duration
  private var outstanding: [TransferID: Outstanding] = [:]
  private var pool = TransferPool()
  private var lookups = AbandonedLookups()
  private var timers = LoopTimers()

  /// Who is told what once a round is over, so that the tasks do not wake up one by one.
  private var concluded: [(Submission, Result<CurlResponse, CurlError>)] = []

  init(_ mailbox: Mailbox, idleLimit: Duration) throws(CurlError) {
    multi = try CurlMulti.open()
    share = try CurlShare()
    self.mailbox = mailbox
    self.idleLimit = max(idleLimit, .seconds(1))
    mailbox.open(waking: multi.waker)
  }

  /// Serves the mailbox until it is stopped, or retired and all is done, or libcurl cannot go on.
  func run() {
    var reason = CurlError.engineStopped
    do {
      while let delivery = mailbox.take() {
        for command in delivery.commands { handle(command) }
        try multi.perform()
        while let completion = multi.nextCompletion() { complete(completion) }
        endLate(at: .now)
        let hasConcluded = tellConcluded()
        if delivery.isRetired, outstanding.isEmpty { break }
        if hasConcluded, outstanding.isEmpty, mailbox.isFilledSoon() { continue }
        try rest()
      }
    } catch {
      reason = CurlError(.engineStopped, code: error.code, error.message)
    }
    end(reason)
  }

  private func rest() throws(CurlError) {
    let now = ContinuousClock.now
    if timers.isIdleTooLong(at: now) { closeConnections() }
    guard mailbox.willWait() else { return }
    try multi.wait(atMost: timers.next.map { $0 - now })
  }

  private func handle(_ command: Mailbox.Command) {
    switch command {
    case .start(let submission):
      do throws(CurlError) {
        try start(submission)
      } catch {
        concluded.append((submission, .failure(error)))
      }
    case .cancel(let id): cancel(id)
    case .resume(let id): outstanding[id]?.transfer.easy.unpause()
    }
  }

  private func start(_ submission: Submission) throws(CurlError) {
    let transfer = try transfer(for: submission.request)
    try transfer.prepare(submission)
    try attachPipe(of: submission)
    try multi.add(transfer.easy)
    outstanding[submission.id] = Outstanding(transfer: transfer, submission: submission)
    timers.started(transfer.state, at: .now)
  }

  private func transfer(for request: CurlRequest) throws(CurlError) -> CurlTransfer {
    if let transfer = pool.take(for: request) { return transfer }
    // A connection of its own shares nothing.
    return try CurlTransfer(sharing: request.connection == .pooled ? share : nil) {
      [unowned self] in
      refuseLookup()
    }
  }

  private func attachPipe(of submission: Submission) throws(CurlError) {
    guard case .pipe(let pipe, let length) = submission.request.body else { return }
    let isFirst = pipe.attach(length: length) { [mailbox, id = submission.id] in
      mailbox.resume(id)
    }
    guard isFirst else {
      throw CurlError(.bodyFailed, "The body's pipe was used for another transfer.")
    }
  }

  /// By the time its waiter is told, the connection is closed or free, and the handle too.
  private func complete(_ completion: CurlMulti.Completion) {
    guard let ended = outstanding[completion.id] else { return }
    let outcome = ended.transfer.outcome(completion.code)
    if completion.code == CURLE_OPERATION_TIMEDOUT { noteLookup(of: ended.transfer) }
    // A handle that failed is not worth the doubt.
    conclude(ended, outcome, reusingHandle: completion.code == CURLE_OK)
  }

  private func cancel(_ id: TransferID) {
    guard let ended = outstanding[id] else { return }
    let error = ended.transfer.cancellation
    noteLookup(of: ended.transfer)
    conclude(ended, .failure(error))
  }

  private func conclude(
    _ ended: Outstanding,
    _ outcome: Result<CurlResponse, CurlError>,
    reusingHandle: Bool = false
  ) {
    outstanding[ended.submission.id] = nil
    ended.transfer.reportEnd()
    let port = ended.transfer.usesTLS ? ended.transfer.easy.localPort : 0
    multi.remove(ended.transfer.easy)
    if port != 0 { nudgeNeighbour(on: port) }
    let connection = ended.submission.request.connection
    timers.ended(ended.transfer.state)
    if reusingHandle, ended.transfer.isSmall { pool.put(ended.transfer, from: connection) }
    if connection == .pooled { timers.usedConnections(until: .now + idleLimit) }
    concluded.append((ended.submission, outcome))
  }

  /// Has one of the transfers that share an ended one's connection look for input.
  ///
  /// What libcurl 7.88 has read for them stays where it is if the transfer that read it ends, and the
  /// socket does not become readable again for it.
  private func nudgeNeighbour(on port: Int) {
    outstanding.values.first { $0.transfer.canBeNudged(on: port) }?.transfer.easy.nudge()
  }

  /// Returns whether there was somebody to tell.
  @discardableResult
  private func tellConcluded() -> Bool {
    defer { concluded.removeAll(keepingCapacity: true) }
    for (submission, outcome) in concluded { submission.conclude(outcome) }
    return !concluded.isEmpty
  }
}

extension CurlLoop {
  private func noteLookup(of transfer: CurlTransfer) {
    if transfer.isLookingUp { lookups.lookupAbandoned() }
  }

  private func refuseLookup() -> CurlError? {
    do throws(CurlError) {
      try lookups.admit(besides: outstanding.values.count { $0.transfer.isLookingUp })
      return nil
    } catch {
      return error
    }
  }

  private func endLate(at now: ContinuousClock.Instant) {
    if timers.mustLookForUnsent(at: now) { endUnsent(at: now) }
    guard timers.mustLookForStalls(at: now) else { return }
    for ended in outstanding.values {
      if let error = ended.transfer.stall(at: now) { conclude(ended, .failure(error)) }
    }
  }

  private func endUnsent(at now: ContinuousClock.Instant) {
    for late in outstanding.values where late.transfer.sendDeadline.map({ $0 <= now }) ?? false {
      noteLookup(of: late.transfer)
      conclude(late, .failure(late.transfer.connectTimeout))
    }
    timers.lookForUnsent(at: outstanding.values.compactMap(\.transfer.sendDeadline).min())
  }

  /// Closes all connections, which libcurl does only with the handle that keeps them.
  private func closeConnections() {
    // Where there is nothing to make another handle of, the old one stays a while longer.
    guard outstanding.isEmpty, let fresh = try? CurlMulti.open() else { return }
    mailbox.open(waking: fresh.waker)
    multi = fresh
  }

  private func end(_ reason: CurlError) {
    for command in mailbox.close() {
      guard case .start(let submission) = command else { continue }
      concluded.append((submission, .failure(reason)))
    }
    for ended in outstanding.values { conclude(ended, .failure(reason)) }
    // The handles must be gone before what they share.
    pool.removeAll()
    tellConcluded()
  }
}
