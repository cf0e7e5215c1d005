/// How the transfers come along: in rounds, by whoever drives.
extension CurlLoop {
  /// What a round has come to.
  struct Round: Sendable {
    /// Who is told what now that it is over, so that the tasks do not wake up one by one.
    let concluded: [Conclusion]

    /// What is waited for next.
    let rest: Helm.Rest

    /// Whether no transfer is under way.
    let isIdle: Bool

    /// Whether it was the last one.
    let isOver: Bool

    func tell() {
      for conclusion in concluded { conclusion.submission.conclude(conclusion.outcome) }
    }

    /// Whether the next request is likely to come at once, and not to be begun by its caller.
    var isWorthLookout: Bool {
      guard isIdle, let first = concluded.first else { return false }
      return concluded.count > 1 || !first.submission.request.isQuicklyBegun
    }
  }

  /// Does what is to be done, on the engine's thread.
  func advance() -> Round {
    var reason = CurlError.engineStopped
    do throws(CurlError) {
      if let obstacle { throw obstacle }
      try startPostponed()
      if let delivery = mailbox.take() {
        for command in delivery.commands { handle(command) }
        try multi.perform()
        completeDone()
        endLate(at: .now)
        if !delivery.isRetired || !outstanding.isEmpty {
          if timers.isIdleTooLong(at: .now) { closeConnections() }
          return round()
        }
      }
    } catch {
      reason = CurlError(.engineStopped, code: error.code, error.message)
    }
    return lastRound(because: reason)
  }

  /// Begins a transfer on its caller's thread, while no other is under way.
  func begin(_ submission: Submission) -> Round {
    isOnOwnThread = false
    defer { isOnOwnThread = true }
    handle(.start(submission))
    do throws(CurlError) {
      try multi.begin()
    } catch {
      obstacle = error
    }
    completeDone()
    return round()
  }

  /// Waits for the transfers that are under way.
  func wait(until end: ContinuousClock.Instant?) {
    do throws(CurlError) {
      try multi.wait(until: end)
    } catch {
      obstacle = error
    }
  }

  private func completeDone() {
    while let completion = multi.nextCompletion() { complete(completion) }
  }

  /// A round after which others follow.
  private func round() -> Round {
    Round(
      concluded: takeConcluded(),
      rest: Helm.Rest(end: next, isFree: outstanding.isEmpty && timers.keepsConnections),
      isIdle: outstanding.isEmpty,
      isOver: false
    )
  }

  private var next: ContinuousClock.Instant? {
    if hasPostponed || obstacle != nil { return .now }
    return [timers.next, multi.deadline].compactMap(\.self).min()
  }

  /// Ends whatever is outstanding or was handed in.
  private func lastRound(because reason: CurlError) -> Round {
    for command in mailbox.close() {
      guard case .start(let submission) = command else { continue }
      conclude(submission, .failure(reason))
    }
    for ended in outstanding.values { conclude(ended, .failure(reason)) }
    dropHandles()
    return Round(
      concluded: takeConcluded(),
      rest: Helm.Rest(end: nil, isFree: false),
      isIdle: true,
      isOver: true
    )
  }
}

// MARK: - Limits

extension CurlLoop {
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
}
