import CCurl

/// A handle, and what must live as long as its transfer does; used again for the next transfer.
///
/// It belongs to the engine's thread.
final class CurlTransfer {
  let easy: CurlEasy
  private var collector = ResponseCollector(bodyLimit: 0, headerLimit: 0)
  private var opener = SocketOpener()
  private var headers: CurlHeaderList
  private var needsLookup = false
  private var usesTLS = false

  init() throws(CurlError) {
    easy = try CurlEasy.open()
    headers = try CurlHeaderList.open([])
  }

  /// Sets the handle up for a request, with its target as a parsed URL and an identity to answer with.
  func prepare(
    _ request: CurlRequest,
    url: borrowing CurlURL,
    id: TransferID
  ) throws(CurlError) {
    try easy.reset()
    needsLookup = url.addressFamily == nil
    usesTLS = url.scheme == "https"
    headers = try CurlHeaderList.open(request.headers)
    collector = ResponseCollector(
      bodyLimit: request.bodyLimit,
      bodyNeeded: request.bodyNeeded,
      headerLimit: request.effectiveHeaderLimit
    )
    opener = SocketOpener()
    try easy.deliver(to: collector)
    try easy.openSockets(by: opener)
    try easy.set(CURLOPT_HTTPHEADER, headers)
    try easy.identify(as: id)
    try easy.apply(request, url: url)
  }

  /// Whether a resolver thread is at work, which removing the handle would leave behind.
  var isLookingUp: Bool { needsLookup && easy.time(CURLINFO_NAMELOOKUP_TIME_T) == nil }

  /// What the transfer has come to, once libcurl has given its code for it.
  func outcome(_ code: CURLcode) -> Result<CurlResponse, CurlError> {
    code == CURLE_OK || collector.hasEnough ? .success(takeResponse()) : .failure(failure(code))
  }

  /// The error for whoever cancelled the transfer.
  var cancellation: CurlError {
    CurlError(.cancelled, "The transfer was cancelled.", of: easy)
  }

  private func takeResponse() -> CurlResponse {
    CurlResponse(
      status: easy.status,
      headers: easy.headers,
      body: collector.takeBody(),
      remote: easy.remote,
      local: easy.local,
      isVerifiedTLS: usesTLS,
      timings: CurlTimings(of: easy)
    )
  }

  private func failure(_ code: CURLcode) -> CurlError {
    let text = easy.failureText.isEmpty ? CurlLibrary.text(for: code) : easy.failureText
    let classifier = FailureClassifier(
      code: code,
      osError: easy.osError,
      // The time of the connection would not do: while TLS is not set up, it is not told.
      isConnected: easy.remote != nil,
      usesTLS: usesTLS,
      socketError: opener.error,
      isStarved: Starvation.lacksThread(text) || Starvation.lacksDescriptors
    )
    let kind = collector.exceeded ?? classifier.kind
    let message =
      kind == .outOfResources
      ? "Descriptors, memory, buffers or threads have run out here (libcurl: \(text))." : text
    return CurlError(kind, code: code.rawValue, message, of: easy)
  }
}
