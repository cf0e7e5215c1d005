package import NetwatchCore

/// Why an exchange brought no complete answer.
package struct TransportFailure: Error, Sendable {
  package var type: NetworkErrorType

  /// A sentence for people.
  package var message: String

  /// The address that was talked to, or tried last.
  package var remoteAddress: IPAddress?

  /// How much of the request may have reached a server.
  package var sent: SentPart

  /// How many bytes of a body that is made while it is sent were taken from its source.
  package var bodyBytesTaken: Int64 = 0

  /// What it says of the path; nil where it says nothing.
  package var evidence: Evidence.Outcome?

  package init(
    type: NetworkErrorType,
    message: String,
    remoteAddress: IPAddress?,
    sent: SentPart,
    evidence: Evidence.Outcome?
  ) {
    self.type = type
    self.message = message
    self.remoteAddress = remoteAddress
    self.sent = sent
    self.evidence = evidence
  }
}

/// How much of a request has left this process.
package enum SentPart: Hashable, Sendable {
  case nothing

  /// Its head, and so many bytes of its body.
  case bytes(Int64)

  /// The bytes of its body.
  var bodyBytes: Int64 {
    if case .bytes(let count) = self { count } else { 0 }
  }
}
