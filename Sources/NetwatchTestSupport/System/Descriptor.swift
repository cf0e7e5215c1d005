import CLinux
import Glibc

/// An owned file descriptor, closed when its owner goes.
struct Descriptor: ~Copyable, Sendable {
  let number: CInt

  init(owning number: CInt) {
    self.number = number
  }

  deinit { close(number) }
}

extension Descriptor {
  /// Opens a file; one that is made is for its owner alone.
  static func open(_ path: String, _ flags: CInt) throws -> Descriptor {
    Descriptor(owning: try check("open \(path)", Glibc.open(path, flags | O_CLOEXEC, 0o600)))
  }

  static func socket(_ domain: CInt, _ type: __socket_type, protocol: CInt = 0) throws -> Descriptor
  {
    let flags = CInt(type.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    return Descriptor(owning: try check("socket", Glibc.socket(domain, flags, `protocol`)))
  }

  static func event() throws -> Descriptor {
    Descriptor(owning: try check("eventfd", eventfd(0, CInt(EFD_CLOEXEC))))
  }

  /// Makes whoever polls this eventfd return.
  func notify() {
    _ = eventfd_write(number, 1)
  }

  /// The two ends of a pipe, of which a child inherits neither by accident.
  static func pipe() throws -> Pipe {
    var ends: [CInt] = [-1, -1]
    try check("pipe", linux_pipe2(&ends, O_CLOEXEC))
    return Pipe(reader: Descriptor(owning: ends[0]), writer: Descriptor(owning: ends[1]))
  }

  func setNonBlocking() throws {
    try check("fcntl", fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK))
  }

  func setOption(_ level: CInt, _ option: CInt, to value: CInt) throws {
    var value = value
    try check(
      "setsockopt \(option)",
      setsockopt(number, level, option, &value, socklen_t(MemoryLayout.size(ofValue: value)))
    )
  }
}

/// The two ends of a pipe.
struct Pipe: ~Copyable {
  let reader: Descriptor
  let writer: Descriptor

  /// Keeps one end, and closes the other.
  consuming func takeReader() -> Descriptor { reader }

  /// Keeps one end, and closes the other.
  consuming func takeWriter() -> Descriptor { writer }
}

extension Descriptor? {
  /// The number of a descriptor that may have been closed.
  var number: CInt? {
    switch self {
    case .some(let descriptor): descriptor.number
    case .none: nil
    }
  }
}
