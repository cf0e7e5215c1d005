internal import CMicroHTTP

/// An owned answer of libmicrohttpd's; what has been queued lives on by the library's own count.
@safe struct MicroResponse: ~Copyable {
  private let handle: OpaquePointer

  private init(handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit {
    unsafe MHD_destroy_response(handle)
  }

  /// Makes an answer of so many bytes, which are copied; nil where there is no memory.
  static func open(_ bytes: [UInt8]) -> MicroResponse? {
    let handle = unsafe bytes.withUnsafeBytes { bytes in
      unsafe MHD_create_response_from_buffer(
        bytes.count,
        UnsafeMutableRawPointer(mutating: bytes.baseAddress),
        .RESPMEM_MUST_COPY
      )
    }
    guard let handle = unsafe handle else { return nil }
    return unsafe MicroResponse(handle: handle)
  }

  /// Makes an answer without a known length, which a connection is asked for part by part.
  static func open(readingFrom connection: ServerConnection) -> MicroResponse? {
    let context = unsafe Unmanaged.passRetained(connection).toOpaque()
    let handle = unsafe MHD_create_response_from_callback(
      netwatch_mhd_size_unknown,
      Self.blockSize,
      { context, _, start, size in
        guard let connection = unsafe ServerConnection.at(context) else {
          return netwatch_mhd_failure
        }
        let room = unsafe UnsafeMutableRawBufferPointer(start: start, count: size)
        return switch unsafe connection.read(into: room) {
        case .bytes(let count): count
        case .nothingYet: 0
        case .end: netwatch_mhd_end
        case .failure: netwatch_mhd_failure
        }
      },
      context,
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<ServerConnection>.fromOpaque(context).release()
      }
    )
    guard let handle = unsafe handle else {
      unsafe Unmanaged<ServerConnection>.fromOpaque(context).release()
      return nil
    }
    return unsafe MicroResponse(handle: handle)
  }

  /// What a stream costs while it is open, so that a thousand of them stay small.
  private static let blockSize = 4096

  /// Adds a field; false where it is refused.
  borrowing func add(_ name: String, _ value: String) -> Bool {
    unsafe MHD_add_response_header(handle, name, value) == .YES
  }

  /// Lends the handle to a call that takes it.
  borrowing func withHandle<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    unsafe body(handle)
  }
}
