import NetwatchCore

/// The part of a request that is the same for many: while it stays the same, a pooled handle keeps the
/// options that were set for it.
struct CurlProfile: Equatable {
  /// How the body is handed to libcurl.
  enum Upload: Equatable {
    case none

    /// Copied by libcurl, and sent in one go with the head.
    case copied

    /// Asked for as it is sent.
    case read(isLarge: Bool)
  }

  let connection: CurlRequest.Connection
  let isBareConnection: Bool
  let usesTLS: Bool
  let method: String
  let upload: Upload
  let userAgent: String?
  let family: AddressFamily?
  let interface: String?
  let proxy: String?
  let unixSocket: String?
  let authorities: String?
  let hasProgress: Bool
  let isForMuch: Bool

  /// What libcurl sends in one go with the head at most.
  static let longestCopy = 65_536

  /// From which length on a large buffer is worth its memory.
  private static let largeUpload: Int64 = 1_048_576

  init(_ request: CurlRequest, usesTLS: Bool, isStreamed: Bool) {
    connection = request.connection
    if case .connection = request.target {
      isBareConnection = true
    } else {
      isBareConnection = false
    }
    self.usesTLS = usesTLS
    method = request.method
    upload = Self.upload(request)
    userAgent = request.userAgent
    family = request.family
    interface = request.interface
    proxy = request.proxy
    unixSocket = request.unixSocket
    authorities = request.authorities
    hasProgress = request.progress != nil
    isForMuch = isStreamed || request.sink != .memory
  }

  private static func upload(_ request: CurlRequest) -> Upload {
    switch request.body {
    // A length of 0 is told with these methods, which mean something by a body (RFC 9110, 8.6).
    case .none: ["POST", "PUT", "PATCH"].contains(request.method) ? .copied : .none
    case .bytes(let bytes) where bytes.count <= longestCopy: .copied
    default: .read(isLarge: (request.body.length ?? 0) >= largeUpload)
    }
  }
}
