import NetwatchTestSupport

/// What nftables does, in a server's namespace, with packets to the address behind it.
enum Firewall {
  /// Sets the only rule: `drop`, or `reject with …`.
  static func set(_ verdict: String, in sandbox: NetworkSandbox) throws {
    try sandbox.nft(
      """
      add table inet f
      flush table inet f
      add chain inet f in { type filter hook input priority 0 ; }
      add rule inet f in ip daddr \(NetworkPair.serverIPv4) \(verdict)
      """
    )
  }

  /// Lets everything through again.
  static func clear(in sandbox: NetworkSandbox) throws {
    try sandbox.nft("delete table inet f")
  }
}
