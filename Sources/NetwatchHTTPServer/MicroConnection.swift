internal import CMicroHTTP

/// A connection of libmicrohttpd's, valid until the notification of its end; it belongs to the thread
/// that runs the daemon.
@safe struct MicroConnection {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  /// The connection's socket; it is the library's to close.
  var descriptor: CInt { unsafe netwatch_mhd_descriptor(handle) }

  /// What was left with it when it began.
  var context: UnsafeMutableRawPointer? { unsafe netwatch_mhd_context(handle) }

  /// Leaves it alone, socket and all, until it is resumed.
  func suspend() { unsafe MHD_suspend_connection(handle) }

  /// Takes it up where it was suspended, in the daemon's next run.
  func resume() { unsafe MHD_resume_connection(handle) }

  /// The fields of the request's head, in their order.
  var headers: [ServerHeader] {
    let list = FieldList()
    let context = unsafe Unmanaged.passUnretained(list).toOpaque()
    unsafe _ = MHD_get_connection_values_n(
      handle,
      .HEADER_KIND,
      { context, _, name, nameSize, value, valueSize in
        guard let context = unsafe context else { return .NO }
        let list = unsafe Unmanaged<FieldList>.fromOpaque(context).takeUnretainedValue()
        unsafe list.fields.append(
          ServerHeader(
            receivedName: text(name, nameSize),
            value: text(value, valueSize)
          )
        )
        return .YES
      },
      context
    )
    return withExtendedLifetime(list) { list.fields }
  }

  /// Has the library send an answer; false where it can't be, and the connection is to be closed.
  func queue(_ response: borrowing MicroResponse, status: Int) -> Bool {
    unsafe response.withHandle { response in
      unsafe MHD_queue_response(handle, CUnsignedInt(status), response) == .YES
    }
  }
}

/// Collects what the library iterates over.
private final class FieldList {
  var fields: [ServerHeader] = []
}

private func text(_ start: UnsafePointer<CChar>?, _ size: Int) -> String {
  unsafe String(
    decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : size),
    as: UTF8.self
  )
}
