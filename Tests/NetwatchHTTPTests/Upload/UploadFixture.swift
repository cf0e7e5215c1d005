import CLinux
import Glibc
import NetwatchCore
import NetwatchHTTP
import NetwatchTestSupport

/// A file of the test's own, removed with its owner.
final class UploadFile: Sendable {
  let bytes: [UInt8]
  private let folder: TemporaryFolder

  init(count: Int, seed: UInt64 = 1) throws {
    var generator = SeededGenerator(seed: seed)
    bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    folder = try TemporaryFolder()
    try write(bytes)
  }

  var path: String { folder.file("upload.bin") }

  func write(_ bytes: [UInt8]) throws { try folder.write(bytes, to: "upload.bin") }

  func cutOff(at length: Int) { truncate(path, length) }

  /// How many descriptors of this process refer to the file.
  var openCount: Int {
    (0..<256).count { number in
      var target = [CChar](repeating: 0, count: 4_096)
      let count = readlink("/proc/self/fd/\(number)", &target, target.count - 1)
      let bytes = target.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
      return String(decoding: bytes, as: UTF8.self) == path
    }
  }
}

/// What was reported, in order.
final class Reports: Sendable {
  private let list = Lock<[UploadProgress]>([])

  var all: [UploadProgress] { list.withLock { $0 } }
  func append(_ progress: UploadProgress) { list.withLock { $0.append(progress) } }
}

enum UploadClient {
  /// A client that retries at once.
  static func make(
    maxAttempts: Int? = 3,
    manager: any ConnectivityManagerProtocol = SettableConnectivityManager()
  ) -> NetworkClient {
    NetworkClient(connectivityManager: manager).newClient(withAdditionalInterceptors: [
      .retryWithBackoff(maxAttempts: maxAttempts, transientBaseDelay: .zero),
      .retryWhenConnected(manager),
    ])
  }
}

extension UploadOptions {
  /// Those of an upload that goes on where it stopped.
  static let resumable: UploadOptions = {
    var options = UploadOptions()
    options.isResumable = true
    return options
  }()
}
