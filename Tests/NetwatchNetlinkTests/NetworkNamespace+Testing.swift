import NetwatchCore
import NetwatchNetlink

extension QuerySocket {
  /// Opens a socket in a namespace that need not be opened twice.
  static func open(in namespace: NetworkNamespace) throws(NetlinkError) -> QuerySocket {
    try open(in: NamespaceDescriptor.open(namespace))
  }
}

extension EventSocket {
  static func open(
    in namespace: NetworkNamespace,
    filter: RouteFilter,
    receiveBuffer: Int = 4 << 20
  ) throws(NetlinkError) -> EventSocket {
    try open(
      in: NamespaceDescriptor.open(namespace),
      filter: filter,
      receiveBuffer: receiveBuffer
    )
  }
}

/// Runs a closure inside a namespace that need not be opened twice.
func inNamespace<Value: ~Copyable>(
  _ namespace: NetworkNamespace,
  _ body: () throws(NetlinkError) -> Value
) throws(NetlinkError) -> Value {
  try inNamespace(NamespaceDescriptor.open(namespace), body)
}
