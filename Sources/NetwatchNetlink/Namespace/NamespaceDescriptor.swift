import CLinux
import Glibc
package import NetwatchCore

/// An open descriptor of a network namespace.
///
/// It keeps the namespace alive, and keeps meaning the same one even when its name is given away. So
/// whatever belongs together shares one: a name that is looked up twice can be two namespaces.
package final class NamespaceDescriptor: Sendable {
  private let fileDescriptor: CInt
  private let operand: String

  private init(fileDescriptor: CInt, operand: String) {
    self.fileDescriptor = fileDescriptor
    self.operand = operand
  }

  deinit { close(fileDescriptor) }

  /// Opens a namespace.
  package static func open(
    _ namespace: NetworkNamespace
  ) throws(NetlinkError) -> NamespaceDescriptor {
    try open(path: namespace.filePath(), operand: namespace.operand)
  }

  /// Opens the namespace that the calling thread is in.
  package static func current() throws(NetlinkError) -> NamespaceDescriptor {
    try open(path: "/proc/thread-self/ns/net", operand: "of this thread")
  }

  private static func open(
    path: String,
    operand: String
  ) throws(NetlinkError) -> NamespaceDescriptor {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw NetlinkError(.openNamespace, code: errno, operand: operand) }
    return NamespaceDescriptor(fileDescriptor: descriptor, operand: operand)
  }

  /// Moves the calling thread into the namespace, and no other thread.
  ///
  /// Sockets that the thread opens from then on belong to the namespace; those it has stay where
  /// they are. It needs CAP_SYS_ADMIN in both (setns(2)).
  ///
  /// Only for a thread that the caller owns: one of a shared pool would take whatever runs on it next
  /// along.
  package func enter() throws(NetlinkError) {
    guard linux_enter_network_namespace(fileDescriptor) == 0 else {
      throw NetlinkError(.enterNamespace, code: errno, operand: operand)
    }
  }
}
