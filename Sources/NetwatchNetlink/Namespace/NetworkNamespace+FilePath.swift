import CLinux
import Glibc
import NetwatchCore

extension NetworkNamespace {
  /// The file that stands for the namespace.
  ///
  /// A name is checked because it becomes part of a path: `../../etc/passwd` is no namespace.
  func filePath() throws(NetlinkError) -> String {
    guard isWellFormed else { throw NetlinkError(.nameNamespace, code: EINVAL, operand: operand) }
    return switch self {
    case .named(let name): "/run/netns/\(name)"
    case .path(let path): path
    case .process(let identifier): "/proc/\(identifier)/ns/net"
    }
  }

  /// The namespace as an error message shows it.
  var operand: String {
    switch self {
    case .named(let name): "\"\(name)\""
    case .path(let path): "\"\(path)\""
    case .process(let identifier): "of process \(identifier)"
    }
  }

  private var isWellFormed: Bool {
    switch self {
    case .named(let name): !["", ".", ".."].contains(name) && !name.utf8.contains(where: isInvalid)
    case .path(let path): !path.isEmpty && !path.utf8.contains(0)
    case .process(let identifier): identifier > 0
    }
  }

  private func isInvalid(_ byte: UInt8) -> Bool {
    byte == 0 || byte == UInt8(ascii: "/")
  }
}
