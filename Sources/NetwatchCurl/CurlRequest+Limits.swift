import NetwatchCore

extension CurlRequest {
  /// Whether beginning it over a kept connection is little work that touches no file and tells nobody,
  /// so that any thread may do it.
  var isQuicklyBegun: Bool {
    guard connection == .pooled, sink == .memory, progress == nil else { return false }
    return switch body {
    case .none: true
    case .bytes(let bytes): bytes.count <= CurlProfile.longestCopy
    case .file, .pipe: false
    }
  }

  /// The limit of the header, held under libcurl's own, whose error does not say what it is.
  var effectiveHeaderLimit: Int { min(headerLimit, 262_144) }

  /// The timeout as curl takes it; zero would mean no limit at all.
  var timeoutMilliseconds: Int { Self.milliseconds(timeout) }

  /// libcurl has a limit of its own for connecting (300 s), which must not be the shorter one.
  var connectTimeoutMilliseconds: Int {
    min(connectTimeout.map(Self.milliseconds) ?? .max, timeoutMilliseconds)
  }

  /// The limit for the kernel to give up, or 0 for its own.
  var userTimeoutMilliseconds: CInt { userTimeout.map { CInt(Self.milliseconds($0)) } ?? 0 }

  private static func milliseconds(_ duration: Duration) -> Int {
    Int(min(max(duration.clampedNanoseconds / 1_000_000, 1), Int64(Int32.max)))
  }
}
