public import NetwatchCore

extension LinuxConnectivityManager {
  /// What to watch, and how patiently.
  public struct Configuration: Sendable {
    /// The network namespace to watch; `nil`, the default, is the process's own.
    public var namespace: NetworkNamespace?

    /// The name of the only interface that counts, or `nil`, the default, for any.
    ///
    /// An alternative name (ip-link(8), `altname`) does as well, of up to 127 bytes. The interface is
    /// found by its name when the manager is created, and then followed through renames.
    public var interface: String?

    /// The families that count; both by default.
    public var families: Set<AddressFamily>

    /// The addresses whose routes are looked up.
    ///
    /// They are keys: no packet is sent to them. A family is reachable when any of its addresses is.
    /// Empty, the default, means the built-in ones, ``LookupAddresses/builtIn``. At most 16 a family.
    public var lookupAddresses: [IPAddress]

    /// The endpoints to probe; none by default, and then no endpoint is contacted.
    public var probes: [ProbeEndpoint]

    /// Time between rounds of probes while the level is `full`, counted from the start of a round;
    /// 30 s by default, at least 1 s.
    public var probeInterval: Duration

    /// The limit of one probe; 3 s by default, at least 1 ms.
    public var probeTimeout: Duration

    /// How many rounds in a row must fail before the level falls; 2 by default, at least 1.
    public var failureThreshold: Int

    /// How long a loss of availability must last before it is published; 100 ms by default, 0 turns
    /// the damping off.
    public var lossDelay: Duration

    /// How long a recovery must last before it is published; 250 ms by default, doubled for each
    /// published loss after the first within a minute, up to 8 s; 0 turns the damping off.
    public var recoveryDelay: Duration

    /// What failures of real traffic can do; `supporting` by default.
    public var trafficEvidence: TrafficEvidencePolicy

    /// Where diagnostics go; nowhere by default.
    ///
    /// It may be called from any thread and must not block.
    public var log: LogSink?

    /// Creates a configuration; whatever is left out has its default.
    public init(
      namespace: NetworkNamespace? = nil,
      interface: String? = nil,
      families: Set<AddressFamily> = Set(AddressFamily.allCases),
      lookupAddresses: [IPAddress] = [],
      probes: [ProbeEndpoint] = [],
      probeInterval: Duration = .seconds(30),
      probeTimeout: Duration = .seconds(3),
      failureThreshold: Int = 2,
      lossDelay: Duration = .milliseconds(100),
      recoveryDelay: Duration = .milliseconds(250),
      trafficEvidence: TrafficEvidencePolicy = .supporting,
      log: LogSink? = nil
    ) {
      self.namespace = namespace
      self.interface = interface
      self.families = families
      self.lookupAddresses = lookupAddresses
      self.probes = probes
      self.probeInterval = probeInterval
      self.probeTimeout = probeTimeout
      self.failureThreshold = failureThreshold
      self.lossDelay = lossDelay
      self.recoveryDelay = recoveryDelay
      self.trafficEvidence = trafficEvidence
      self.log = log
    }
  }
}
