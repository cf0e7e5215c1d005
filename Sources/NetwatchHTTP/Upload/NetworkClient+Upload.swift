import NetwatchCore

extension NetworkClient {
  /// Uploads a file.
  ///
  /// The file is opened once, so that every attempt sends the same one, and read while it is sent: it
  /// is never in memory as a whole. A POST or PATCH gets an Idempotency-Key, the same in every attempt,
  /// so that a failure is put to the interceptors whatever the method. With
  /// ``UploadOptions/isResumable`` an attempt goes on where the last one stopped, and one that has
  /// brought the upload forward does not count for `maxAttempts` of a backoff.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - url: Where it goes.
  ///   - options: How; by default as the body of one POST.
  ///   - progress: Called as bytes go out, at most every 50 ms and once at the end of an attempt, on a
  ///     thread of the client's; it must return quickly.
  /// - Returns: The last answer.
  /// - Throws: As ``send(_:)``, and ``NetworkError`` of the type `invalidRequest` where the file cannot
  ///   be read, or changes its size meanwhile.
  @discardableResult
  public func upload(
    file path: String,
    to url: String,
    options: UploadOptions = .init(),
    progress: (@Sendable (UploadProgress) -> Void)? = nil
  ) async throws -> NetworkResponse {
    let file = try OpenFile.read(path)
    return try await upload(file, path, to: url, options, progress)
  }

  /// Uploads something, with the same care as a file.
  ///
  /// - Parameters:
  ///   - body: What is sent; a resumable upload has to be of bytes or a file.
  ///   - url: Where it goes.
  ///   - options: How; by default as the body of one POST.
  ///   - progress: As in ``upload(file:to:options:progress:)``.
  /// - Returns: The last answer.
  /// - Throws: As ``upload(file:to:options:progress:)``.
  @discardableResult
  public func upload(
    _ body: RequestBody,
    to url: String,
    options: UploadOptions = .init(),
    progress: (@Sendable (UploadProgress) -> Void)? = nil
  ) async throws -> NetworkResponse {
    switch body {
    case .file(let path):
      return try await upload(file: path, to: url, options: options, progress: progress)
    case .bytes(let bytes):
      return try await upload(UploadContent(bytes), body, to: url, options, progress)
    case .none, .source:
      guard !options.isResumable else {
        throw NetworkError(
          .invalidRequest,
          "a resumable upload needs bytes or a file, which can be read from any place",
          url: url
        )
      }
      let logical = try await begin(NetworkRequest(upload: body, to: url, options))
      let answer = try await perform(
        logical,
        delivery: .memory(limit: core.configuration.bodyLimit),
        timeout: options.attemptTimeout,
        progress: TransferProgress.report(to: progress)
      )
      return NetworkResponse(answer, attempts: logical.attempts)
    }
  }

  /// Uploads an open file, which the caller keeps open.
  ///
  /// - Parameters:
  ///   - descriptor: The file, from its beginning, wherever its own offset is.
  ///   - path: Its name, for messages and for the server.
  ///   - url: Where it goes.
  ///   - options: How.
  ///   - progress: As in ``upload(file:to:options:progress:)``.
  /// - Returns: The last answer.
  /// - Throws: As ``upload(file:to:options:progress:)``.
  package func upload(
    descriptor: CInt,
    path: String,
    to url: String,
    options: UploadOptions,
    progress: (@Sendable (UploadProgress) -> Void)? = nil
  ) async throws -> NetworkResponse {
    let content = try UploadContent(descriptor: descriptor, path: path)
    return try await upload(content, .file(path), to: url, options, progress)
  }

  /// Borrows the file, so that it stays open.
  private func upload(
    _ file: borrowing OpenFile,
    _ path: String,
    to url: String,
    _ options: UploadOptions,
    _ progress: (@Sendable (UploadProgress) -> Void)?
  ) async throws -> NetworkResponse {
    try await upload(
      descriptor: file.descriptor,
      path: path,
      to: url,
      options: options,
      progress: progress
    )
  }

  private func upload(
    _ content: UploadContent,
    _ body: RequestBody,
    to url: String,
    _ options: UploadOptions,
    _ progress: (@Sendable (UploadProgress) -> Void)?
  ) async throws -> NetworkResponse {
    let logical = try await begin(NetworkRequest(upload: body, to: url, options))
    let answer =
      if options.isResumable {
        try await TusUpload(of: content, logical, options, progress).run()
      } else {
        try await send(content, logical, progress)
      }
    return NetworkResponse(answer, attempts: logical.attempts)
  }

  private func send(
    _ content: UploadContent,
    _ logical: LogicalRequest,
    _ progress: (@Sendable (UploadProgress) -> Void)?
  ) async throws -> Answer {
    let attempt = Attempt(
      of: logical.request,
      core: core,
      body: OpenBody(borrowing: content.body(from: 0, count: content.length)),
      delivery: .memory(limit: core.configuration.bodyLimit),
      timeout: logical.request.attemptTimeout,
      progress: TransferProgress.report(to: progress)
    )
    return try await logical.run { remaining in
      let result = await attempt.run(within: remaining)
      let request = logical.request
      guard let change = content.change(method: request.method, url: request.url) else {
        return result
      }
      return .failure(AttemptFailure(error: change, sent: .bytes(.max)))
    }
  }
}

extension TransferProgress {
  /// Turns reports of a transfer into those of an upload.
  ///
  /// - Parameters:
  ///   - progress: Whom to tell; nil for nobody.
  ///   - start: What was there before the transfer.
  ///   - total: The length of it all; nil for the transfer's own.
  /// - Returns: Whom the transfer tells.
  static func report(
    to progress: (@Sendable (UploadProgress) -> Void)?,
    from start: Int64 = 0,
    total: Int64? = nil
  ) -> (@Sendable (TransferProgress) -> Void)? {
    guard let progress else { return nil }
    return { progress(UploadProgress(sent: start + $0.sent, total: total ?? $0.toSend)) }
  }
}
