/// The programs that take part in the measurements.
struct Tools {
  /// The netwatch binary.
  let netwatch: String

  /// The folder with the compiled peers.
  let peers: String

  /// The command that watches and prints JSON.
  func watch(_ options: String...) -> [String] {
    [netwatch, "watch", "--json"] + options
  }

  /// The path of a peer.
  func peer(_ name: String) -> String {
    "\(peers)/\(name)"
  }

  /// The command that does something with the client, in a process of its own.
  func load(_ what: String) -> [String] {
    ["/proc/self/exe", "load", what]
  }
}
