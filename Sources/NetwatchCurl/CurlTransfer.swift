import CCurl
import NetwatchCore

/// A handle, and what must live as long as its transfer does; used again for the next transfer.
///
/// It belongs to whoever drives the transfers.
final class CurlTransfer {
  let easy: CurlEasy

  /// What the handle's options were set for; nil where it must be reset first.
  private var profile: CurlProfile?
  private var aim: TransferAim?
  private var headers: CurlHeaderList
  private var headerFields: [CurlHeader] = []

  /// What belongs to the current request.
  var state = TransferState.none

  /// Asks whether another lookup may be begun, and returns why it may not.
  let refuseLookup: () -> CurlError?

  /// Asks whether the present thread may look names up and open sockets.
  let mayConnect: () -> Bool

  init(
    sharing share: CurlShare?,
    refusingLookup: @escaping () -> CurlError?,
    mayConnect: @escaping () -> Bool
  ) throws(CurlError) {
    easy = try CurlEasy.open(sharing: share)
    headers = try CurlHeaderList.open([])
    refuseLookup = refusingLookup
    self.mayConnect = mayConnect
  }

  var usesTLS: Bool { aim?.usesTLS ?? false }

  var sends: SendCounter { state.sends }

  /// Whether the last request was for the same, so that there is less to set.
  func wasFor(_ target: CurlRequest.Target) -> Bool { aim?.target == target }

  /// Whether the handle is worth keeping: not with a large buffer.
  var isSmall: Bool { profile?.upload != .read(isLarge: true) && profile?.isForMuch != true }

  /// Sets the handle up for a submission.
  func prepare(_ submission: Submission) throws(CurlError) {
    do {
      try setUp(submission)
    } catch {
      forget()
      throw error
    }
  }

  /// Lets go of the last request; what was set for it stays.
  func rest() {
    state = .none
  }

  /// Whether the transfer was stopped because it needs the engine's thread.
  var isPostponed: Bool { state.isPostponed }

  /// The transfer is to be begun once more, as if it had not been.
  func beginAgain() {
    state.isPostponed = false
    state.sends.beginAgain(after: easy.requestSize)
    easy.forgetFailure()
  }

  private func forget() {
    profile = nil
    aim = nil
  }

  private func setUp(_ submission: Submission) throws(CurlError) {
    let request = submission.request
    let aim = try aim(at: request.target)
    try aim.check(request.family)
    try apply(
      CurlProfile(request, usesTLS: aim.usesTLS, isStreamed: submission.stream != nil),
      to: aim,
      headers: request.headers
    )
    try apply(request.body)
    try easy.set(CURLOPT_TIMEOUT_MS, request.timeoutMilliseconds)
    try easy.set(CURLOPT_CONNECTTIMEOUT_MS, request.connectTimeoutMilliseconds)
    try easy.identify(as: submission.id)
    easy.forgetFailure()
    state = TransferState(
      request,
      stream: submission.stream,
      needsLookup: aim.addressFamily == nil || request.proxy?.isEmpty == false
    )
  }

  private func aim(at target: CurlRequest.Target) throws(CurlError) -> TransferAim {
    if let aim, aim.target == target { return aim }
    return try TransferAim(target)
  }

  /// Sets what differs from the last request; everything for a connection of its own, so that nothing
  /// of an earlier transfer shows.
  private func apply(
    _ new: CurlProfile,
    to newAim: TransferAim,
    headers fields: [CurlHeader]
  ) throws(CurlError) {
    let isSame = new == profile && new.connection == .pooled
    if !isSame {
      try easy.reset()
      try easy.report(to: self, hasProgress: new.hasProgress)
      try easy.apply(new)
    }
    if !isSame || newAim.target != aim?.target { try easy.set(CURLOPT_URL, newAim.url) }
    if !isSame || fields != headerFields { try apply(fields, for: new) }
    (profile, aim) = (new, newAim)
  }

  /// The old list must live until libcurl has the new one.
  private func apply(_ fields: [CurlHeader], for profile: CurlProfile) throws(CurlError) {
    let suppressed = profile.upload == .none ? [] : ["Expect", "Content-Type"]
    let list = try CurlHeaderList.open(fields, suppressing: suppressed)
    try easy.set(CURLOPT_HTTPHEADER, list)
    headers = list
    headerFields = fields
  }

  private func apply(_ body: CurlBody) throws(CurlError) {
    switch profile?.upload {
    case nil, .some(.none): return
    case .copied:
      guard case .bytes(let bytes) = body else { return try easy.set(copying: []) }
      try easy.set(copying: bytes)
    case .read: try easy.set(CURLOPT_INFILESIZE_LARGE, offset: body.length ?? -1)
    }
  }
}
