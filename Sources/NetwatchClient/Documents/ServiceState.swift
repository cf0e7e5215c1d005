/// The state of this host's connection, as `netwatch status --json` prints it.
///
/// Keys that are added later are ignored.
public struct ServiceState: Codable, Hashable, Sendable {
  /// When the state was published.
  public var time: ServiceTime

  /// The number of the state; it grows while the service runs.
  public var sequence: Int?

  /// Whether a connection is assumed to be available.
  public var connectionAssumedAvailable: Bool

  /// How well this host is connected.
  public var level: ServiceLevel

  /// Since when availability and level are what they are.
  public var since: ServiceTime

  /// The number of the path; it grows when the path is another one.
  public var generation: Int

  /// How packets of IPv4 would leave.
  public var ipv4: Family

  /// How packets of IPv6 would leave.
  public var ipv6: Family

  /// The newest outcome for each endpoint and family; nil where nothing is probed.
  public var probes: [ServiceProbe]?

  /// What brought the state about: `start`, `link`, `route`, `probe` and the like.
  public var cause: String

  /// Why the state is what it is, in words.
  public var explanation: String

  /// What the monitor has done so far.
  public var counters: Counters?

  /// `netlink`, or `polling` where the kernel does not tell of changes.
  public var mode: String?

  /// The links, where they were asked for.
  public var links: [Link]?
}

extension ServiceState {
  /// How packets of a family would leave this host.
  public struct Family: Codable, Hashable, Sendable {
    /// Whether there is a usable route.
    public var reachable: Bool

    /// Why there is none: `noRoute`, `linkDown` and the like.
    public var reason: String?

    /// The name of the interface.
    public var interface: String?

    /// The index of the interface.
    public var index: Int?

    /// The gateway's address; nil where the network is at the link.
    public var gateway: String?

    /// The address that packets would come from.
    public var source: String?
  }

  /// What the monitor has done since it was started.
  public struct Counters: Codable, Hashable, Sendable {
    /// The kernel's messages.
    public var messages: Int

    /// How often the kernel was asked.
    public var evaluations: Int

    /// How often messages were lost.
    public var overruns: Int

    /// The probes.
    public var probes: Int
  }

  /// A network interface.
  public struct Link: Codable, Hashable, Sendable {
    /// Its name.
    public var name: String

    /// Its index.
    public var index: Int

    /// What it is, as `ip link` names it: `veth`, `wireguard`; nil for hardware.
    public var kind: String?

    /// Whether it is switched on.
    public var up: Bool

    /// Whether packets can leave by it.
    public var usable: Bool
  }
}
