/// What belongs to one request on its way through a transfer, and goes with it.
struct TransferState: Sendable {
  var collector: ResponseCollector
  var reader: BodyReader
  var sends: SendCounter
  var opener: SocketOpener
  var progress: ProgressMeter?
  var stall: StallWatch?
  var stream: StreamChannel?

  /// When the request must have been sent.
  ///
  /// libcurl 7.88 forgets the time of a transfer that waits for
  /// a connection of another one, so that this is looked at besides.
  let sendDeadline: ContinuousClock.Instant

  /// Whether the final response's header has come to its end.
  var hasWholeHead = false

  /// Whether the body's source, or the answer's reader, holds the transfer up.
  var isSendingPaused = false
  var isReceivingPaused = false

  /// Whether a name may have to be looked up, and whether libcurl has begun to.
  var needsLookup: Bool
  var hasLookupBegun = false

  /// Whether something was left to the engine's thread, so that the transfer must be begun again.
  var isPostponed = false

  /// What ended the transfer, if it was something on this side.
  var failure: CurlError?

  /// That of a transfer without a request.
  static let none = TransferState(
    CurlRequest(.url(""), timeout: .zero),
    stream: nil,
    needsLookup: false
  )

  init(_ request: CurlRequest, stream: StreamChannel?, needsLookup: Bool) {
    collector = ResponseCollector(request, stream: stream)
    reader = BodyReader(request.body)
    sends = SendCounter(request.sends)
    opener = SocketOpener(
      userTimeoutMilliseconds: request.userTimeoutMilliseconds,
      addressCheck: request.addressCheck
    )
    progress = request.progress.map(ProgressMeter.init)
    stall = request.stallTimeout.map(StallWatch.init)
    self.stream = stream
    // Later than libcurl's own, which has more to say.
    sendDeadline = .now + .milliseconds(request.connectTimeoutMilliseconds + 50)
    self.needsLookup = needsLookup
  }
}
