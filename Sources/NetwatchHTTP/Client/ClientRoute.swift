/// How the requests of a client leave this process.
package enum ClientRoute: Hashable, Sendable {
  /// By the network, and the proxies that the environment names.
  case network

  /// By the network, past every proxy: for a server of this host, that no other is to hear of.
  case direct

  /// By the Unix socket at a path of at most 107 bytes; the URL's host and port are sent, and nothing
  /// else is done with them.
  ///
  /// Nothing of it depends on connectivity, and nothing is learned of that: no evidence is reported.
  case unixSocket(String)

  /// Whether what happens on it says something of a path of the network.
  var provesPaths: Bool {
    if case .unixSocket = self { false } else { true }
  }
}
