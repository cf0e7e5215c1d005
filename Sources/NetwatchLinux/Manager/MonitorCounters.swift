/// What a monitor has done since it was created.
public struct MonitorCounters: Hashable, Sendable {
  /// Messages received from the kernel, those that its filter dropped not counted.
  public var messages: UInt64

  /// How often the kernel was asked for its verdicts.
  public var evaluations: UInt64

  /// How often the kernel had more messages than the socket could hold.
  public var overruns: UInt64

  /// Probes sent: one for each endpoint and family in each round.
  public var probes: UInt64

  /// Creates counters.
  public init(
    messages: UInt64 = 0,
    evaluations: UInt64 = 0,
    overruns: UInt64 = 0,
    probes: UInt64 = 0
  ) {
    self.messages = messages
    self.evaluations = evaluations
    self.overruns = overruns
    self.probes = probes
  }
}
