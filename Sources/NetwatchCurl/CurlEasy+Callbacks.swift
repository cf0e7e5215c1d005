import CCurl

/// How libcurl calls back, always on the thread that drives the transfer.
extension CurlEasy {
  /// Has a transfer told of everything; the caller keeps it alive as long as the handle.
  borrowing func report(to transfer: CurlTransfer, hasProgress: Bool) throws(CurlError) {
    let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
    for option in [
      CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA,
      CURLOPT_OPENSOCKETDATA, CURLOPT_PREREQDATA, CURLOPT_RESOLVER_START_DATA,
      CURLOPT_XFERINFODATA,
    ] {
      unsafe try set(option, context)
    }
    try reportAnswer()
    try reportBody()
    try reportSteps()
    try set(CURLOPT_NOPROGRESS, hasProgress ? 0 : 1)
  }

  private borrowing func reportAnswer() throws(CurlError) {
    unsafe try set(CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
      guard let transfer = unsafe CurlTransfer.at(context) else { return 0 }
      let part = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
      return unsafe transfer.receivedBody(part)
    }
    unsafe try set(CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
      guard let transfer = unsafe CurlTransfer.at(context) else { return 0 }
      let line = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
      // Any number other than that of the bytes offered makes libcurl give up.
      return unsafe transfer.receivedHeader(line) ? count : count &- 1
    }
  }

  private borrowing func reportBody() throws(CurlError) {
    unsafe try set(reading: { buffer, _, count, context in
      guard let transfer = unsafe CurlTransfer.at(context) else { return 0 }
      let buffer = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: count)
      return unsafe transfer.readBody(into: buffer)
    })
    unsafe try set(seeking: { context, offset, _ in
      let isDone = unsafe CurlTransfer.at(context)?.seekBody(to: Int64(offset)) ?? false
      return isDone ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
    })
  }

  private borrowing func reportSteps() throws(CurlError) {
    unsafe try set(openingSockets: { context, _, address in
      guard let address = unsafe address else { return -1 }
      return unsafe CurlTransfer.at(context)?.openSocket(address) ?? -1
    })
    unsafe try set(beforeSending: { context, address, _, _, _ in
      let address = unsafe address.map { unsafe String(cString: $0) }
      let isAllowed = unsafe CurlTransfer.at(context)?.willSend(to: address) ?? false
      return isAllowed ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    })
    unsafe try set(beforeLookup: { _, _, context in
      unsafe CurlTransfer.at(context)?.willLookUp() == true ? 0 : 1
    })
    unsafe try set(progress: { context, toReceive, received, toSend, sent in
      let progress = CurlProgress(
        bytesSent: Int64(sent),
        bytesToSend: toSend > 0 ? Int64(toSend) : nil,
        bytesReceived: Int64(received),
        bytesExpected: toReceive > 0 ? Int64(toReceive) : nil
      )
      unsafe CurlTransfer.at(context)?.progressed(progress)
      return 0
    })
  }
}

extension CurlTransfer {
  fileprivate static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
  }
}
