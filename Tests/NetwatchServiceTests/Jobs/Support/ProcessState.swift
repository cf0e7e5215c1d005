import Glibc

/// The letter that proc(5) has for the state of a process; nil where there is none.
func processState(_ pid: Int32) -> String? {
  let file = open("/proc/\(pid)/stat", O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  let bytes = [UInt8](unsafeUninitializedCapacity: 1024) { buffer, count in
    count = max(read(file, buffer.baseAddress, buffer.count), 0)
  }
  guard let end = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
  // Behind the name, which is in parentheses and may have any in it.
  return String(decoding: bytes[end...].dropFirst(2).prefix(1), as: UTF8.self)
}
