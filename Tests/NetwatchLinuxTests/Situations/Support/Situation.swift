import NetwatchCore
import NetwatchLinux
import Testing

/// Something that happens to a namespace while a manager watches it, and all that is published of it.
struct Situation: Sendable {
  typealias Configuration = LinuxConnectivityManager.Configuration

  /// What a namespace has before the setup.
  enum Stage: Sendable {
    /// A loopback interface.
    case bare
    /// v0 and v1, joined and up, and an IPv4 default by v0: see `NetworkSandbox.base()`.
    case base
    /// The same with an IPv6 default by v0, its address usable at once.
    case dual
    /// The same as `dual` with a second pair, w0 and w1, that has addresses but no route.
    case wide
  }

  /// One thing done to the namespace.
  enum Command: Sendable, ExpressibleByStringInterpolation {
    /// A command of ip(8); `OTHER` in it stands for the name of a second namespace.
    case ip(String)
    /// A command of ip(8) in the second namespace.
    case ipInOther(String)
    case sysctl(String, String)
    /// A program attaches to a tun or tap interface, and gives it a carrier.
    case openTunnel(String, isTap: Bool)
    /// All programs behind tunnels end.
    case closeTunnels

    init(stringLiteral value: String) { self = .ip(value) }
  }

  /// Commands, and the states that are published because of them, in order.
  struct Step: Sendable {
    let commands: [Command]
    let published: [Sight]
    /// What may be published before all that.
    ///
    /// The kernel tells that a wire is dead at once, and only some time later, from a queue, the routes
    /// over it: who asks in between finds the route that is still preferred, and no carrier.
    let waystation: Sight?

    /// Things that are noticed.
    init(_ commands: Command..., gives published: Sight..., mayPass waystation: Sight? = nil) {
      self.commands = commands
      self.published = published
      self.waystation = waystation
    }

    /// Things of which nothing is published.
    static func unnoticed(_ commands: Command...) -> Step {
      Step(commands: commands, published: [])
    }

    private init(commands: [Command], published: [Sight]) {
      self.commands = commands
      self.published = published
      waystation = nil
    }

    /// What was published, without the waystation.
    func withoutWaystation(_ published: some Collection<Sight>) -> [Sight] {
      guard let waystation, published.count > 1, published.first == waystation else {
        return Array(published)
      }
      return Array(published.dropFirst())
    }
  }

  let name: String
  var stage = Stage.base
  var setup: [Command] = []
  /// Changes the configuration, in which nothing is damped.
  var configure: @Sendable (inout Configuration) -> Void = { _ in }
  /// The state at the beginning.
  let first: Sight
  let steps: [Step]

  init(
    _ name: String,
    on stage: Stage = .base,
    setup: [Command] = [],
    configure: @escaping @Sendable (inout Configuration) -> Void = { _ in },
    first: Sight,
    _ steps: Step...
  ) {
    self.name = name
    self.stage = stage
    self.setup = setup
    self.configure = configure
    self.first = first
    self.steps = steps
  }
}

extension Situation: CustomTestStringConvertible {
  var testDescription: String { name }
}

// MARK: - What the stages have

/// The IPv4 default of the stages `base`, `dual` and `wide`.
let ipv4OverV0 = "v0 via 198.51.100.1 from 198.51.100.2"

/// The IPv6 default of the stages `dual` and `wide`.
let ipv6OverV0 = "v0 via 2001:db8:51::1 from 2001:db8:51::2"

/// What an IPv4 default by w0 looks like on the stage `wide`.
let ipv4OverW0 = "w0 via 203.0.113.1 from 203.0.113.2"

/// What an IPv6 default by w0 looks like on the stage `wide`.
let ipv6OverW0 = "w0 via 2001:db8:113::1 from 2001:db8:113::2"

extension Situation.Stage {
  var commands: [Situation.Command] {
    switch self {
    case .bare: []
    case .base:
      [
        "link add v0 type veth peer name v1", "link set v0 up", "link set v1 up",
        "addr add 198.51.100.2/24 dev v0", "route add default via 198.51.100.1",
      ]
    case .dual:
      Self.base.commands + [
        "addr add 2001:db8:51::2/64 dev v0 nodad", "-6 route add default via 2001:db8:51::1 dev v0",
      ]
    case .wide:
      Self.dual.commands + [
        "link add w0 type veth peer name w1", "link set w0 up", "link set w1 up",
        "addr add 203.0.113.2/24 dev w0", "addr add 2001:db8:113::2/64 dev w0 nodad",
      ]
    }
  }
}
