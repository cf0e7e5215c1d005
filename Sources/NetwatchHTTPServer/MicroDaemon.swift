internal import CMicroHTTP

/// An owned daemon of libmicrohttpd's, for one listening socket, which does what it does in ``run()``.
@safe struct MicroDaemon: ~Copyable {
  private let handle: OpaquePointer

  private init(handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  /// Only where no connection is suspended: the library ends the process otherwise.
  deinit {
    // It would close a socket that it still listens at.
    unsafe _ = MHD_quiesce_daemon(handle)
    unsafe MHD_stop_daemon(handle)
  }

  /// Starts serving a socket, which stays the caller's to close.
  ///
  /// - Parameters:
  ///   - listener: Who is told of everything; it has to outlive the daemon.
  ///   - descriptor: The listening socket.
  ///   - settings: The limits.
  /// - Returns: The daemon.
  /// - Throws: ``HTTPServerError`` where there is no memory, or no descriptor.
  static func start(
    _ listener: LoopListener,
    on descriptor: CInt,
    settings: HTTPServerSettings
  ) throws(HTTPServerError) -> MicroDaemon {
    let handle = unsafe netwatch_mhd_start(
      descriptor,
      CUnsignedInt(clamping: settings.connections.total),
      settings.headerLimit,
      CUnsignedInt(clamping: max(1, settings.idleTimeout.components.seconds)),
      { context, connection, _, method, version, data, size, _ in
        unsafe access(context, connection, method, version, data, size)
      },
      { context, connection, _, _ in unsafe ServerConnection.of(connection)?.completed() },
      { unsafe notified($0, $1, $2, $3) },
      { _, target, connection in
        unsafe ServerConnection.of(connection)?.began(target: targetText(target))
        return nil
      },
      Unmanaged.passUnretained(listener).toOpaque()
    )
    guard let handle = unsafe handle else { throw .system("start to serve") }
    return unsafe MicroDaemon(handle: handle)
  }

  /// What to poll.
  var pollDescriptor: CInt { unsafe netwatch_mhd_poll_descriptor(handle) }

  /// Takes no more connections.
  borrowing func quiesce() { unsafe _ = MHD_quiesce_daemon(handle) }

  /// Does what there is to do, without waiting.
  borrowing func run() { unsafe _ = MHD_run(handle) }

  /// How long there is nothing to do unless something arrives, in milliseconds; nil for ever.
  var timeout: UInt64? {
    var timeout: CUnsignedLongLong = 0
    return unsafe MHD_get_timeout(handle, &timeout) == .YES ? UInt64(timeout) : nil
  }
}

private func targetText(_ target: UnsafePointer<CChar>?) -> String {
  guard let target = unsafe target else { return "" }
  return unsafe String(cString: target)
}

private func notified(
  _ context: UnsafeMutableRawPointer?,
  _ handle: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ event: MHD_ConnectionNotificationCode
) {
  guard let context = unsafe context, let handle = unsafe handle, let slot = unsafe slot else {
    return
  }
  let listener = unsafe Unmanaged<LoopListener>.fromOpaque(context).takeUnretainedValue()
  if event == .CONNECTION_NOTIFY_STARTED {
    let connection = unsafe listener.opened(MicroConnection(handle))
    unsafe slot.pointee = Unmanaged.passRetained(connection).toOpaque()
  } else if let connection = unsafe slot.pointee {
    unsafe slot.pointee = nil
    listener.ended(unsafe Unmanaged<ServerConnection>.fromOpaque(connection).takeRetainedValue())
  }
}

private func access(
  _ context: UnsafeMutableRawPointer?,
  _ handle: OpaquePointer?,
  _ method: UnsafePointer<CChar>?,
  _ version: UnsafePointer<CChar>?,
  _ data: UnsafePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?
) -> MHD_Result {
  guard let connection = unsafe ServerConnection.of(handle), let method = unsafe method,
    let version = unsafe version, let size = unsafe size
  else { return .NO }
  let part = unsafe UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size.pointee)
  unsafe size.pointee = 0
  let goesOn = unsafe connection.accessed(
    method: String(cString: method),
    version: String(cString: version),
    part: part
  )
  return goesOn ? .YES : .NO
}

extension ServerConnection {
  /// The connection that a callback is about.
  fileprivate static func of(_ handle: OpaquePointer?) -> ServerConnection? {
    guard let handle = unsafe handle else { return nil }
    return unsafe at(MicroConnection(handle).context)
  }

  /// The connection that a context stands for.
  static func at(_ context: UnsafeMutableRawPointer?) -> ServerConnection? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<ServerConnection>.fromOpaque(context).takeUnretainedValue()
  }
}
