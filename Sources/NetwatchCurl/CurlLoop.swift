import CCurl

/// Has libcurl drive every transfer of an engine.
///
/// It is made and freed on the engine's thread, and used by one thread at a time.
final class CurlLoop {
  struct Outstanding {
    let transfer: CurlTransfer
    let submission: Submission
  }

  /// Who is told what.
  struct Conclusion: Sendable {
    let submission: Submission
    let outcome: Result<CurlResponse, CurlError>
  }

  let mailbox: Mailbox
  private let poller: Poller
  private(set) var multi: CurlMulti
  private let share: CurlShare
  private let idleLimit: Duration
  private(set) var outstanding: [TransferID: Outstanding] = [:]
  private var pool = TransferPool()
  private var lookups = AbandonedLookups()
  var timers = LoopTimers()
  private var concluded: [Conclusion] = []

  /// Whether the engine's thread drives, which alone may look names up and open sockets: it is in the
  /// engine's namespace, and has time.
  var isOnOwnThread = true

  /// What a caller had to leave to the engine's thread.
  private var postponed: [TransferID] = []

  /// Why libcurl cannot go on, where a caller found out.
  var obstacle: CurlError?

  init(_ mailbox: Mailbox, _ poller: Poller, idleLimit: Duration) throws(CurlError) {
    multi = try CurlMulti.open(reportingTo: poller)
    share = try CurlShare()
    self.mailbox = mailbox
    self.poller = poller
    self.idleLimit = max(idleLimit, .seconds(1))
  }

  func handle(_ command: Mailbox.Command) {
    switch command {
    case .start(let submission):
      do throws(CurlError) {
        try start(submission)
      } catch {
        conclude(submission, .failure(error))
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
    return try CurlTransfer(
      sharing: request.connection == .pooled ? share : nil,
      refusingLookup: { [unowned self] in refuseLookup() },
      mayConnect: { [unowned self] in isOnOwnThread }
    )
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
  func complete(_ completion: CurlMulti.Completion) {
    guard let ended = outstanding[completion.id] else { return }
    if ended.transfer.isPostponed, completion.code != CURLE_OK { return postpone(ended) }
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

  func conclude(
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
    conclude(ended.submission, outcome)
  }

  func conclude(_ submission: Submission, _ outcome: Result<CurlResponse, CurlError>) {
    concluded.append(Conclusion(submission: submission, outcome: outcome))
  }

  func takeConcluded() -> [Conclusion] {
    defer { concluded = [] }
    return concluded
  }

  /// Has one of the transfers that share an ended one's connection look for input.
  ///
  /// What libcurl 7.88 has read for them stays where it is if the transfer that read it ends, and the
  /// socket does not become readable again for it.
  private func nudgeNeighbour(on port: Int) {
    outstanding.values.first { $0.transfer.canBeNudged(on: port) }?.transfer.easy.nudge()
  }
}

// MARK: - What is left to the engine's thread

extension CurlLoop {
  var hasPostponed: Bool { !postponed.isEmpty }

  private func postpone(_ begun: Outstanding) {
    multi.remove(begun.transfer.easy)
    begun.transfer.beginAgain()
    postponed.append(begun.submission.id)
  }

  func startPostponed() throws(CurlError) {
    for id in postponed {
      if let begun = outstanding[id] { try multi.add(begun.transfer.easy) }
    }
    postponed = []
  }
}

// MARK: - Handles and connections

extension CurlLoop {
  func noteLookup(of transfer: CurlTransfer) {
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

  /// Closes all connections, which libcurl does only with the handle that keeps them.
  func closeConnections() {
    // Where there is nothing to make another handle of, the old one stays a while longer.
    guard outstanding.isEmpty, let fresh = try? CurlMulti.open(reportingTo: poller) else { return }
    multi = fresh
  }

  /// The handles must be gone before what they share.
  func dropHandles() {
    pool.removeAll()
  }
}
