/// A listening stream socket that the service manager opened (systemd.socket(5)).
package struct InheritedSocket: Hashable, Sendable {
  /// Who can reach a socket.
  package enum Kind: Hashable, Sendable {
    /// Programs of this machine, by a path or an abstract name.
    case unix

    /// TCP; on this machine alone where it is bound to a loopback address.
    case tcp(isLoopback: Bool)
  }

  /// The descriptor, which is the caller's now and which programs that it starts do not inherit.
  package let descriptor: CInt

  /// Who can reach it.
  package let kind: Kind
}
