import CLinux
import Glibc

/// Names the clock that `SystemClocks.boot` reads: one starts with each boot, and with each time
/// namespace (time_namespaces(7)).
package enum ClockIdentity {
  /// That of this process.
  package static func ofThisProcess() -> String {
    "\(read("/proc/sys/kernel/random/boot_id")) \(target(of: "/proc/self/ns/time"))"
  }

  /// The first line of a file; empty where it can't be read.
  private static func read(_ path: String) -> String {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    return unsafe text { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
  }

  /// Where a symbolic link points; empty where there is none.
  private static func target(of path: String) -> String {
    unsafe text { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { target in
        guard let base = target.baseAddress else { return 0 }
        return unsafe readlink(path, base, target.count)
      }
    }
  }

  private static func text(_ fill: (UnsafeMutableRawBufferPointer) -> Int) -> String {
    unsafe withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      let size = unsafe max(fill(buffer), 0)
      return unsafe String(decoding: buffer.prefix(size).prefix { $0 != 10 }, as: UTF8.self)
    }
  }
}
