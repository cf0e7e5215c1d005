import CLinux
import Glibc

/// What the kernel tells of a thread of this process.
enum ThreadStatus {
  /// The text of proc_pid_status(5); empty where the thread has ended.
  static func read(of thread: pid_t) -> String {
    let file = open("/proc/self/task/\(thread)/status", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 8_192)
    let length = Glibc.read(file, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(length, 0)), as: UTF8.self)
  }

  /// Whether the thread sleeps at the moment.
  static func isAsleep(_ thread: pid_t) -> Bool {
    read(of: thread).contains("State:\tS")
  }

  /// How often the thread has gone to sleep of its own accord.
  static func voluntarySwitches(of thread: pid_t) -> Int? {
    let name = "voluntary_ctxt_switches:\t"
    let line = read(of: thread).split(separator: "\n").first { $0.hasPrefix(name) }
    return line.flatMap { Int($0.dropFirst(name.count)) }
  }
}
