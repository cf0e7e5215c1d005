/// What was, over a time: when the connection was available, and how long probes took.
public struct HistoryDocument: Codable, Hashable, Sendable {
  /// The beginning of the time.
  public var from: ServiceTime

  /// The end of the time.
  public var to: ServiceTime

  /// How much of the known time a connection was available, in per cent; nil where nothing is known.
  public var availability: Double?

  /// How many seconds of the time the service was running, and so the state is known.
  public var knownSeconds: Double

  /// In how many of the known seconds a connection was available.
  public var availableSeconds: Double

  /// The parts of the time in which nothing changed, in order.
  public var spans: [Span]

  /// The times without a connection, in order.
  public var outages: [Outage]

  /// What the probes found, by endpoint and family.
  public var probes: [Probes]

  /// Whether short spans were merged with longer ones, because there were too many; nil: no.
  public var truncated: Bool?
}

extension HistoryDocument {
  /// A part of the time in which nothing changed.
  public struct Span: Codable, Hashable, Sendable {
    /// Its beginning.
    public var from: ServiceTime

    /// Its end.
    public var to: ServiceTime

    /// The level; nil where it is unknown, because the service was not running.
    public var level: ServiceLevel?

    /// Whether a connection was assumed to be available; nil where it is unknown.
    public var available: Bool?

    /// What brought the state about: `link`, `route`, `probe` and the like.
    public var cause: String?

    /// Why the state was what it was, in words.
    public var explanation: String?
  }

  /// A time without a connection.
  public struct Outage: Codable, Hashable, Sendable {
    /// When it began.
    public var start: ServiceTime

    /// When it ended; nil where it lasts.
    public var end: ServiceTime?

    /// How long it lasted, in seconds; until now where it lasts.
    public var seconds: Double

    /// What brought it about: `link`, `route`, `probe` and the like.
    public var cause: String?

    /// Why there was no connection, in words.
    public var explanation: String?

    /// The level at its beginning.
    public var level: ServiceLevel?
  }
}

extension HistoryDocument {
  /// What the probes of an endpoint found in one family of addresses; times are in milliseconds.
  public struct Probes: Codable, Hashable, Sendable {
    /// The endpoint, as it was configured.
    public var endpoint: String

    /// `ipv4` or `ipv6`.
    public var family: String

    /// How many probes there were.
    public var count: Int

    /// How many of them failed.
    public var failures: Int

    /// What half of the successful ones did not exceed; nil where none succeeded.
    public var p50: Double?

    /// What nine of ten successful ones did not exceed.
    public var p90: Double?

    /// What 99 of 100 successful ones did not exceed.
    public var p99: Double?

    /// What the slowest successful one took.
    public var max: Double?

    /// How it went over time, at most 300 points in order.
    public var series: [Point]
  }

  /// What the probes of a short while found; times are in milliseconds.
  public struct Point: Codable, Hashable, Sendable {
    /// When the while began.
    public var time: ServiceTime

    /// What half of the successful probes did not exceed; nil where none succeeded.
    public var median: Double?

    /// What the slowest successful one took; nil where none succeeded.
    public var max: Double?

    /// How many probes there were.
    public var count: Int

    /// How many of them failed.
    public var failures: Int
  }
}
