/// The way out of a benchmark's namespace: a veth pair with a default route over it.
enum Uplink {
  /// The device that the default route uses.
  static let device = "uplink"

  /// The other end, whose going down takes the device's carrier away.
  static let peer = "peer"

  /// The default route's gateway.
  static let gateway = "198.51.100.2"

  /// An address behind the gateway, once ``connect(_:to:)`` has been called.
  static let server = "203.0.113.80"

  /// Makes a namespace with an uplink, both ends inside.
  static func namespace(_ label: String) throws(BenchmarkError) -> Namespace {
    let namespace = try Namespace.make(label)
    try namespace.inside { () throws(BenchmarkError) in
      try IPCommand.batch(
        ["link add \(device) type veth peer name \(peer)", "link set \(peer) up"] + nearEnd
      )
    }
    waitForAddresses()
    return namespace
  }

  /// Connects a namespace to another one, which holds the gateway and the server.
  static func connect(_ near: borrowing Namespace, to far: borrowing Namespace)
    throws(BenchmarkError)
  {
    let link = "link add \(device) type veth peer name \(peer) netns \(far.name)"
    try near.inside { () throws(BenchmarkError) in try IPCommand.batch([link] + nearEnd) }
    try far.inside { () throws(BenchmarkError) in
      try IPCommand.batch([
        "link set lo up", "link set \(peer) up",
        "addr add \(gateway)/24 dev \(peer)", "addr add \(server)/32 dev lo",
      ])
    }
    waitForAddresses()
  }

  private static var nearEnd: [String] {
    [
      "link set lo up", "link set \(device) up", "addr add 198.51.100.1/24 dev \(device)",
      "route add default via \(gateway) dev \(device)",
    ]
  }

  /// The kernel checks new IPv6 addresses for duplicates, and announces them again after that.
  private static func waitForAddresses() {
    Stopwatch.pause(seconds: 2.5)
  }
}
