/// What a monitor has done since it was created.
public struct MonitorCounters: Hashable, Sendable {
  /// Messages received from the kernel, those that its filter dropped not counted.
  public var messages: UInt64 = 0

  /// How often the kernel was asked for its verdicts.
  public var evaluations: UInt64 = 0

  /// How often the kernel had more messages than the socket could hold.
  public var overruns: UInt64 = 0

  /// Probes sent: one for each endpoint and family in each round.
  public var probes: UInt64 = 0
}
