import CLinux
import Glibc
import NetwatchSystem

/// The thread that an engine runs on.
enum EngineThread {
  /// What `ps -T` and /proc show; the resolver threads that libcurl starts inherit it.
  static let name = "netwatch-curl"

  /// Runs a closure on a new thread, which belongs to nobody and ends with the closure.
  ///
  /// SIGPIPE is blocked on it, as are all signals: OpenSSL writes to connections that the other side has
  /// closed, and CURLOPT_NOSIGNAL keeps libcurl from ignoring the signal.
  static func start(_ body: @escaping @Sendable () -> Void) throws(CurlError) {
    guard let code = DetachedThread.start(named: name, body) else { return }
    throw CurlError(.outOfResources, osError: code, "The engine's thread could not be started.")
  }

  /// How many threads of the process bear the name; 0 where there is no /proc to tell.
  static func countOfNamesakes() -> Int {
    guard let directory = unsafe opendir("/proc/self/task") else { return 0 }
    defer { unsafe closedir(directory) }
    var count = 0
    while let entry = unsafe readdir(directory) {
      let id = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if comm(ofThread: id) == name { count += 1 }
    }
    return count
  }

  /// A thread's name, without the line break; empty where the thread has ended meanwhile.
  private static func comm(ofThread id: String) -> String {
    let file = unsafe open("/proc/self/task/\(id)/comm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    let text = unsafe withUnsafeTemporaryAllocation(byteCount: 32, alignment: 1) { buffer in
      let length = unsafe read(file, buffer.baseAddress, buffer.count)
      return unsafe String(decoding: buffer.prefix(max(length, 0)), as: UTF8.self)
    }
    return String(text.prefix { $0 != "\n" })
  }
}
