import CCurl

/// Drives every transfer of an engine; made, used and freed on the engine's thread.
final class CurlLoop {
  private struct Outstanding {
    let transfer: CurlTransfer
    let waiter: CheckedContinuation<Result<CurlResponse, CurlError>, Never>
  }

  /// A handle keeps about 20 KB; more than a few at rest would save nothing.
  private static let poolLimit = 16

  private let multi: CurlMulti
  private let mailbox: Mailbox
  private var outstanding: [TransferID: Outstanding] = [:]
  private var pool: [CurlTransfer] = []
  private var lookups = AbandonedLookups()

  init(_ mailbox: Mailbox) throws(CurlError) {
    multi = try CurlMulti.open()
    self.mailbox = mailbox
    mailbox.open(waking: multi.waker)
  }

  /// Serves the mailbox until it is stopped, or libcurl cannot go on.
  func run() {
    var reason = CurlError.engineStopped
    do {
      while let commands = mailbox.take() {
        for command in commands { handle(command) }
        try multi.perform()
        while let completion = multi.nextCompletion() { complete(completion) }
        try multi.wait()
      }
    } catch {
      reason = CurlError(.engineStopped, code: error.code, error.message)
    }
    end(reason)
  }

  private func handle(_ command: Mailbox.Command) {
    switch command {
    case .start(let submission):
      do {
        try start(submission)
      } catch {
        submission.waiter.resume(returning: .failure(error))
      }
    case .cancel(let id):
      cancel(id)
    }
  }

  private func start(_ submission: Submission) throws(CurlError) {
    let url = try CurlURL.open(for: submission.request.target)
    if url.addressFamily == nil { try lookups.admit(besides: activeLookups) }
    let transfer = try pooledTransfer()
    try transfer.prepare(submission.request, url: url, id: submission.id)
    try multi.add(transfer.easy)
    outstanding[submission.id] = Outstanding(transfer: transfer, waiter: submission.waiter)
  }

  private func pooledTransfer() throws(CurlError) -> CurlTransfer {
    if let transfer = pool.popLast() { return transfer }
    return try CurlTransfer()
  }

  /// The waiter is resumed last: by then the connection is closed, and the handle free.
  private func complete(_ completion: CurlMulti.Completion) {
    guard let ended = outstanding.removeValue(forKey: completion.id) else { return }
    let outcome = ended.transfer.outcome(completion.code)
    if completion.code == CURLE_OPERATION_TIMEDOUT { noteLookup(of: ended.transfer) }
    multi.remove(ended.transfer.easy)
    // A handle that failed is not worth the doubt.
    if completion.code == CURLE_OK, pool.count < Self.poolLimit { pool.append(ended.transfer) }
    ended.waiter.resume(returning: outcome)
  }

  private func cancel(_ id: TransferID) {
    guard let ended = outstanding.removeValue(forKey: id) else { return }
    let error = ended.transfer.cancellation
    noteLookup(of: ended.transfer)
    multi.remove(ended.transfer.easy)
    ended.waiter.resume(returning: .failure(error))
  }

  private func noteLookup(of transfer: CurlTransfer) {
    if transfer.isLookingUp { lookups.lookupAbandoned() }
  }

  private var activeLookups: Int {
    outstanding.values.count { $0.transfer.isLookingUp }
  }

  private func end(_ reason: CurlError) {
    for command in mailbox.close() {
      guard case .start(let submission) = command else { continue }
      submission.waiter.resume(returning: .failure(reason))
    }
    for ended in outstanding.values {
      multi.remove(ended.transfer.easy)
      ended.waiter.resume(returning: .failure(reason))
    }
    outstanding = [:]
  }
}
