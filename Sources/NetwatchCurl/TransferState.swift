/// What belongs to one request on its way through a transfer, and goes with it.
struct TransferState {
  var collector: ResponseCollector
  var reader: BodyReader
  var sends: SendCounter
  var opener: SocketOpener
  var progress: ProgressMeter?
  var stall: StallWatch?
  var stream: StreamChannel?

  /// Whether the final response's header has come to its end.
  var hasWholeHead = false

  /// Whether the body's source, or the answer's reader, holds the transfer up.
  var isSendingPaused = false
  var isReceivingPaused = false

  /// Whether a name may have to be looked up, and whether libcurl has begun to.
  var needsLookup: Bool
  var hasLookupBegun = false

  /// What ended the transfer, if it was something on this side.
  var failure: CurlError?

  /// That of a transfer without a request.
  static var none: TransferState {
    TransferState(
      CurlRequest(.url(""), timeout: .zero),
      stream: nil,
      needsLookup: false
    )
  }

  init(_ request: CurlRequest, stream: StreamChannel?, needsLookup: Bool) {
    collector = ResponseCollector(request, stream: stream)
    reader = BodyReader(request.body)
    sends = SendCounter(request.sends)
    opener = SocketOpener(userTimeoutMilliseconds: request.userTimeoutMilliseconds)
    progress = request.progress.map(ProgressMeter.init)
    stall = request.stallTimeout.map(StallWatch.init)
    self.stream = stream
    self.needsLookup = needsLookup
  }
}
