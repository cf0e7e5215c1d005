/// What a piece of real traffic says of the connection.
///
/// Take a ticket from the manager before the traffic starts, and report how it ended.
public struct Evidence: Hashable, Sendable {
  /// How the traffic ended.
  public enum Outcome: Hashable, Sendable {
    /// An answer over verified TLS, whatever its status: the path works.
    case verified

    /// An answer that anybody on the way could have given, such as one over plain HTTP.
    case answered

    /// No answer.
    case failed(Failure)
  }

  /// Why there was no answer.
  public enum Failure: String, CaseIterable, Hashable, Sendable {
    /// A time limit passed.
    case timeout

    /// The connection was reset or closed.
    case reset

    /// A router said that there is no way (an ICMP error).
    case unreachable

    /// The host answered that nobody listens, which says nothing of the path.
    case refused

    /// This host's own kernel refused to send: ENETUNREACH, EHOSTUNREACH or ENETDOWN.
    case local
  }

  /// The ticket taken when the traffic started.
  public var ticket: EvidenceTicket

  /// How the traffic ended.
  public var outcome: Outcome

  /// The address at the other end, where one was known.
  ///
  /// Without it only a local failure counts.
  public var remoteAddress: IPAddress?

  /// What the traffic was for, such as `https://api.example:443`; tells destinations apart.
  public var destination: String

  /// Creates evidence.
  public init(
    ticket: EvidenceTicket,
    outcome: Outcome,
    remoteAddress: IPAddress?,
    destination: String
  ) {
    self.ticket = ticket
    self.outcome = outcome
    self.remoteAddress = remoteAddress
    self.destination = destination
  }
}

/// The paths in force when a piece of traffic started; evidence of an older path is dropped.
public struct EvidenceTicket: Hashable, Sendable {
  package let generations: Generations

  package init(generations: Generations) {
    self.generations = generations
  }
}
