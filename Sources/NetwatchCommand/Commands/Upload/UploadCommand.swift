internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchHTTP
internal import NetwatchLinux

/// `netwatch upload`: sends a file, and waits while there is no connection.
struct UploadCommand: Sendable {
  private let options: Options
  private let order: UploadOrder
  private let file: UploadedFile
  private let printer: UploadPrinter
  private let gauge: UploadGauge

  /// Opens the file.
  init(options: Options) throws(UsageError) {
    self.options = options
    order = options.upload
    file = try UploadedFile.open(options.upload.file ?? "")
    printer = UploadPrinter(options)
    gauge = UploadGauge(total: file.identity.size)
  }

  /// Sends the file.
  func run(on loop: EventLoop) async throws -> ExitStatus {
    let manager = try LinuxConnectivityManager(
      configuration: options.monitorConfiguration,
      loop: loop
    )
    let clock = BootClock(loop: loop)
    return try await withThrowingTaskGroup(of: ExitStatus?.self) { group in
      group.addTask { try await manager.runUntilCancelled() }
      group.addTask { try await tell(of: manager, clock) }
      group.addTask { try await send(by: manager, clock) }
      defer { group.cancelAll() }
      while let next = try await group.next() { if let status = next { return status } }
      throw CancellationError()
    }
  }

  private func send(
    by manager: LinuxConnectivityManager,
    _ clock: BootClock
  ) async throws -> ExitStatus {
    let start = clock.now
    do {
      if options.retry.waitsFirst { try await wait(for: manager, clock) }
      let left = options.retry.deadline.map { $0 - start.duration(to: clock.now) }
      let response = try await upload(by: manager, within: left.map { max($0, .milliseconds(1)) })
      let duration = start.duration(to: clock.now)
      try printer.finish(gauge.reading, response, after: duration)
      return .yes
    } catch let error as NetworkError {
      printer.endLine()
      var lines = "\(error)".split(separator: "\n")
      // What happened in between was told when it happened.
      if printer.tellsFailures, lines.count > 2 { lines.removeSubrange(1..<lines.count - 1) }
      for line in lines { StandardError.write(String(line)) }
      return .no
    }
  }

  /// Waits for connectivity before the first attempt, at most until the deadline.
  private func wait(for manager: LinuxConnectivityManager, _ clock: BootClock) async throws {
    guard let deadline = options.retry.deadline else {
      return try await manager.waitUntilAvailable()
    }
    try await withThrowingTaskGroup { group in
      group.addTask { try await manager.waitUntilAvailable() }
      group.addTask {
        try await clock.sleep(until: clock.now.advanced(by: deadline))
        throw NetworkError(.timeout, "the deadline came while it waited for connectivity")
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func upload(
    by manager: LinuxConnectivityManager,
    within deadline: Duration?
  ) async throws -> NetworkResponse {
    let client = NetworkClient(connectivityManager: manager).newClient(
      withAdditionalInterceptors: [
        told(
          .retryWithBackoff(
            maxAttempts: options.retry.maxAttempts,
            transientBaseDelay: options.retry.baseDelay,
            maxDelay: options.retry.maxDelay
          )
        ),
        told(.retryWhenConnected(manager)),
      ]
    )
    let memory = order.isResumable ? UploadMemory(of: file, to: target) : nil
    do {
      let response = try await client.upload(
        descriptor: file.descriptor,
        path: file.path,
        to: target,
        options: uploadOptions(memory, within: deadline)
      ) { [gauge] progress in gauge.sent(progress.sent) }
      memory?.forget()
      return response
    } catch let error as NetworkError where error.networkErrorType == .malformedResponse {
      // Going on from there would only fail again.
      memory?.forget()
      throw error
    }
  }

  /// An interceptor whose proposals are told when they are made: until the last of them has failed, or
  /// not, may take hours.
  private func told(_ interceptor: RetryInterceptor) -> RetryInterceptor {
    RetryInterceptor(id: interceptor.id) { [printer, gauge] question in
      let decision = try await interceptor.decide(question)
      switch decision.action {
      case .noOpinion: break
      case .retryAfter(let delay): try printer.failed(question, gauge.reading, nextAfter: delay)
      case .retryWhen: try printer.failed(question, gauge.reading, nextAfter: nil)
      }
      return decision
    }
  }

  private var target: String { order.url ?? "" }

  private func uploadOptions(
    _ memory: UploadMemory?,
    within deadline: Duration?
  ) -> UploadOptions {
    var result = UploadOptions()
    result.method = order.method ?? .post
    result.headers = order.headers
    result.deadline = deadline
    result.isResumable = order.isResumable
    result.resume = memory?.url
    if let memory { result.onCreated = { memory.keep($0) } }
    return result
  }

  /// Tells again and again how far it has come.
  private func tell(
    of manager: LinuxConnectivityManager,
    _ clock: BootClock
  ) async throws -> Never {
    let dependsOnConnectivity = NetworkRequest(url: target).needsConnectivity
    while true {
      try await clock.sleep(until: clock.now.advanced(by: printer.interval))
      let (meter, isMoving) = gauge.sample(at: clock.now)
      let isOffline = dependsOnConnectivity && !manager.isConnectionAssumedAvailable
      try printer.report(meter, isWaiting: isOffline && !isMoving)
    }
  }
}
