extension NetworkSandbox {
  /// A namespace with one way out and nobody behind it.
  ///
  /// Both ends of the pair v0–v1 are inside and up; v0 has 198.51.100.2/24, and the IPv4 default
  /// route goes by 198.51.100.1. That is enough for everything that sends no probe.
  package static func base() throws -> NetworkSandbox {
    let sandbox = try NetworkSandbox()
    try sandbox.batch([
      "link add v0 type veth peer name v1",
      "link set v0 up",
      "link set v1 up",
      "addr add 198.51.100.2/24 dev v0",
      "route add default via 198.51.100.1",
    ])
    return sandbox
  }
}
