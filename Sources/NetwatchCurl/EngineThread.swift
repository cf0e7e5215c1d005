import CLinux
import Glibc

/// The thread that an engine runs on.
enum EngineThread {
  /// What `ps -T` and /proc show; the resolver threads that libcurl starts inherit it.
  static let name = "netwatch-curl"

  /// Runs a closure on a new thread, which belongs to nobody and ends with the closure.
  static func start(_ body: @escaping @Sendable () -> Void) throws(CurlError) {
    let context = unsafe Unmanaged.passRetained(Body(run: body)).toOpaque()
    var thread = pthread_t()
    let code = unsafe pthread_create(&thread, nil, { unsafe EngineThread.enter($0) }, context)
    guard code == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(context).release()
      throw CurlError(.outOfResources, osError: code, "The engine's thread could not be started.")
    }
    pthread_detach(thread)
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

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  private static func enter(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    prepare()
    guard let context = unsafe context else { return nil }
    unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }

  /// Names the thread and blocks all signals, which are for the program's own threads.
  ///
  /// SIGPIPE is among them: OpenSSL writes to connections that the other side has closed, and
  /// CURLOPT_NOSIGNAL keeps libcurl from ignoring the signal.
  private static func prepare() {
    unsafe linux_set_thread_name(name)
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, nil)
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
