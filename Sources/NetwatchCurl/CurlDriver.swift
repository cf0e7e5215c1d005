import NetwatchCore

/// Has the transfers of an engine driven, by one thread at a time.
///
/// That is the engine's, which waits for them. A request that comes while nothing is under way is begun
/// by its caller: it puts the bytes on their way without waiting, so that the engine's thread is woken
/// by the answer.
final class CurlDriver: Sendable {
  let mailbox = Mailbox()

  /// The mailbox knows whose turn it is, so that the lock is never waited for.
  private let loop = Lock<CurlLoop?>(nil)

  /// Hands a request in, and begins it where that can be done at once.
  ///
  /// That takes some ten microseconds: setting the request up, a body of at most 64 KiB included, and one
  /// try to send it.
  ///
  /// - Returns: Why the request was not accepted, if it was not.
  func submit(_ submission: Submission) -> CurlError? {
    switch mailbox.submit(submission) {
    case .refused(let refusal): return refusal
    case .accepted: break
    case .lent: begin(submission)
    }
    return nil
  }

  private func begin(_ submission: Submission) {
    let round = PipeSignal.withoutIt { loop.withLock { $0?.begin(submission) } }
    // The thread ends the loop, and not while its helm is lent.
    guard let round else { return }
    mailbox.giveHelmBack(round.rest)
    round.tell()
  }

  /// Makes what the engine needs, on its thread.
  func open(idleLimit: Duration) throws(CurlError) -> Poller {
    let poller = try Poller()
    try loop.withLock { (loop: inout sending CurlLoop?) throws(CurlError) in
      loop = try CurlLoop(mailbox, poller, idleLimit: idleLimit)
    }
    mailbox.open(waking: poller)
    return poller
  }

  /// Serves the mailbox on the engine's thread until it is stopped, or retired and all is done, or
  /// libcurl cannot go on.
  func run(with poller: Poller) {
    while let round = loop.withLock({ $0?.advance() }) {
      round.tell()
      if round.isOver { break }
      wait(after: round, poller)
    }
    loop.withLock { $0 = nil }
  }

  private func wait(after round: CurlLoop.Round, _ poller: Poller) {
    if round.isWorthLookout, mailbox.isFilledSoon() { return }
    guard let wait = mailbox.leaveHelm(round.rest) else { return }
    if round.isIdle {
      // Also for the answer to a request that a caller begins meanwhile.
      poller.wait(until: wait.end)
    } else {
      loop.withLock { $0?.wait(until: wait.end) }
    }
    while !mailbox.takeHelm() { poller.waitForWaking() }
  }
}
