internal import NetwatchCore
internal import NetwatchNetlink
internal import NetwatchSystem

extension Monitor {
  func messagesArrived() {
    guard let drained = events?.drain() else { return }
    board.count { counters in
      counters.messages += UInt64(drained.messages)
      counters.overruns += UInt64(drained.overruns)
    }
    if let code = drained.error { return eventsFailed(code) }
    if drained.overruns > 0 {
      log(.notice, "the kernel had more messages than the socket could hold; looking anew")
    }
    if !drained.deletedLinks.isEmpty { core.withLock { $0.linksDeleted(drained.deletedLinks) } }
    if let cause = ChangeCause(drained) { lookSoon(because: cause) }
  }

  func eventsFailed(_ code: CInt) {
    log(.error, "the kernel's messages cannot be read any more (error \(code)); subscribing anew")
    closeEvents()
    openEvents()
    lookSoon(because: .poll)
  }

  func clockChanged() {
    clockChange?.rearm()
    if suspension.hasResumed() { resume() }
  }

  func timerFired() {
    armed = nil
    let now = clocks.boot()
    if suspension.hasResumed() { resume() }
    if throttle.timePassed(at: now) { look(because: pending ?? .poll) }
    if nextLook <= now { look(because: pending ?? .poll) }
    waiters.releaseExpired(at: now)
    carryOut(core.withLock { $0.timePassed() })
  }

  func resume() {
    log(.info, "the machine was suspended and has come back")
    attempt { (core) throws(NetlinkError) in try core.resumed() }
  }

  /// Somebody has put evidence into the box.
  nonisolated func evidenceArrived() {
    loop.perform(onLoop { $0.judgeEvidence() })
  }

  func judgeEvidence() {
    guard isRunning else { return }
    for evidence in evidence.takeAll() {
      if evidence.outcome == .failed(.local) {
        needsConfirmation = true
        lookSoon(because: .traffic)
      } else {
        attempt { (core) throws(NetlinkError) in try core.reported(evidence) }
      }
    }
  }
}

// MARK: - Asking the kernel

extension Monitor {
  func lookSoon(because cause: ChangeCause) {
    // What came first is the reason for what is found when at last the kernel may be asked.
    let cause = pending ?? cause
    if throttle.requested(at: clocks.boot()) { look(because: cause) } else { pending = cause }
  }

  func look(because cause: ChangeCause) {
    if events == nil || nextLook <= clocks.boot() { scheduleLook() }
    let isConfirmation = needsConfirmation
    let hasAnswered = attempt { (core) throws(NetlinkError) in
      try core.look(because: cause, isConfirmation: isConfirmation)
    }
    pending = hasAnswered ? nil : cause
    if hasAnswered { needsConfirmation = false }
  }

  func scheduleLook() {
    // What kept the kernel from being heard may have passed: a want of descriptors or of memory.
    if events == nil, core.withLock({ $0.isNetlink }) { openEvents() }
    let interval = events == nil ? Self.pollInterval : Self.lookInterval
    nextLook = clocks.boot().advanced(by: interval)
    hasLooked()
  }

  /// Asks, and where the kernel cannot be asked at the moment, asks again soon.
  ///
  /// - Parameter body: The question.
  /// - Returns: Whether there was an answer.
  @discardableResult
  func attempt(
    _ body: (inout MonitorCore) throws(NetlinkError) -> ConnectivityActions
  ) -> Bool {
    do throws(NetlinkError) {
      carryOut(try core.withLock(body))
      return true
    } catch {
      log(.error, "\(error); trying again in a second")
      if core.withLock({ $0.needsNewSocket }) { log(.warning, "asking anew, by another socket") }
      nextLook = clocks.boot().advanced(by: Self.retryDelay)
      return false
    }
  }
}
