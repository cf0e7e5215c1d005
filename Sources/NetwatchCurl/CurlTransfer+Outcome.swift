import CCurl

/// What becomes of a transfer.
extension CurlTransfer {
  /// Whether a resolver thread is at work, which removing the handle would leave behind.
  var isLookingUp: Bool {
    state.hasLookupBegun && easy.time(CURLINFO_NAMELOOKUP_TIME_T) == nil
  }

  /// The status and header that have come.
  var head: CurlHead {
    CurlHead(
      status: easy.status,
      headers: easy.headers,
      httpVersion: easy.httpVersion,
      contentLength: easy.contentLength,
      remote: easy.remote,
      local: easy.local,
      isVerifiedTLS: usesTLS,
      sendCount: sends.count
    )
  }

  /// What the transfer has come to, once libcurl has given its code for it.
  func outcome(_ code: CURLcode) -> Result<CurlResponse, CurlError> {
    if code == CURLE_OK, easy.status != 0, !state.hasWholeHead { return .failure(headCutOff) }
    let isComplete = code == CURLE_OK || state.collector.hasEnough
    if isComplete, let stream = state.stream, !stream.hasHead { stream.headArrived(head) }
    return isComplete ? .success(takeResponse()) : .failure(failure(code))
  }

  /// libcurl takes the end of the connection for the end of a header, and what has come for all of it.
  private var headCutOff: CurlError {
    CurlError(.closedEarly, "The connection was closed within the response's header.").of(self)
  }

  /// The error for whoever cancelled the transfer.
  var cancellation: CurlError {
    CurlError(.cancelled, "The transfer was cancelled.").of(self)
  }

  /// The error for one in which nothing moved for too long; nil while that is not so.
  func stall(at now: ContinuousClock.Instant) -> CurlError? {
    // Before the request is sent the limit for connecting counts.
    let isExcused = sends.count == 0 || state.isSendingPaused || state.isReceivingPaused
    let bytes = Int64(easy.requestSize) + easy.bytesSent + easy.bytesReceived
    guard state.stall?.looked(at: now, bytes: bytes, isExcused: isExcused) == true else {
      return nil
    }
    return CurlError(.timedOut(connected: true), "No byte went either way for too long.").of(self)
  }

  /// Whether the transfer waits for an answer over the connection with that near port.
  func canBeNudged(on port: Int) -> Bool {
    usesTLS && sends.count > 0 && !state.isSendingPaused && !state.isReceivingPaused
      && easy.localPort == port
  }

  /// When the request must have been sent; nil once it was.
  var sendDeadline: ContinuousClock.Instant? { sends.count == 0 ? state.sendDeadline : nil }

  /// The error for one that found no connection in time.
  var connectTimeout: CurlError {
    CurlError(
      .timedOut(connected: isConnected),
      code: CURLE_OPERATION_TIMEDOUT.rawValue,
      "The request could not be sent in time."
    ).of(self)
  }

  /// Tells the last of the transfer's progress.
  func reportEnd() {
    guard let progress = state.progress else { return }
    progress.ended(
      CurlProgress(
        bytesSent: easy.bytesSent,
        bytesToSend: state.reader.length,
        bytesReceived: state.collector.length,
        bytesExpected: easy.contentLength
      )
    )
  }

  private func takeResponse() -> CurlResponse {
    CurlResponse(
      head: head,
      body: state.collector.takeBody(),
      bodyLength: state.collector.length,
      timings: CurlTimings(of: easy)
    )
  }

  private func failure(_ code: CURLcode) -> CurlError {
    let text = easy.failureText.isEmpty ? CurlLibrary.text(for: code) : easy.failureText
    if let own = ownFailure { return own.of(self) }
    let kind = classifiedKind(code, text)
    let message =
      kind == .outOfResources
      ? "Descriptors, memory, buffers or threads have run out here (libcurl: \(text))." : text
    return CurlError(kind, code: code.rawValue, osError: easy.osError, message).of(self)
  }

  /// Whether a connection stood; that to a Unix socket has no far end, but a request that was begun.
  private var isConnected: Bool { easy.remote != nil || sends.count > 0 }

  /// What this side ended the transfer for, which libcurl knows only as somebody's wish.
  private var ownFailure: CurlError? {
    if let failure = state.failure ?? state.collector.failure { return failure }
    if let refusal = state.opener.refusal { return refusal }
    guard sends.isRefused else { return nil }
    return CurlError(
      .notSentAgain,
      "The connection broke before any byte of the answer, and the request is not to be sent again."
    )
  }

  private func classifiedKind(_ code: CURLcode, _ text: String) -> CurlError.Kind {
    // The code is that of a connection that broke, but the proxy has spoken.
    if code == CURLE_RECV_ERROR, easy.proxyStatus >= 300 { return .proxyFailed }
    return FailureClassifier(
      code: code,
      osError: easy.osError,
      // The time of the connection would not do: while TLS is not set up, it is not told.
      isConnected: isConnected,
      usesTLS: usesTLS,
      socketError: state.opener.error,
      isStarved: Starvation.lacksThread(text) || Starvation.lacksDescriptors
    ).kind
  }
}
