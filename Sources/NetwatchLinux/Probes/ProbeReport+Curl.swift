internal import NetwatchCore
internal import NetwatchCurl

extension ProbeReport {
  /// The report of an answer.
  init(
    _ response: CurlResponse,
    from endpoint: ProbeEndpoint,
    over family: AddressFamily,
    challenge: String?
  ) {
    let outcome = ProbeClassifier.outcome(of: response, from: endpoint, challenge: challenge)
    self.init(
      endpoint: endpoint.name,
      family: family,
      outcome: outcome,
      status: response.status == 0 ? nil : response.status,
      location: outcome == .portal ? response.firstValue(ofHeader: "Location") : nil,
      isVerifiedByTLS: response.isVerifiedTLS,
      timings: ProbeTimings(response.timings)
    )
  }

  /// The report of a failure.
  init(_ error: CurlError, from endpoint: ProbeEndpoint, over family: AddressFamily) {
    self.init(
      endpoint: endpoint.name,
      family: family,
      outcome: ProbeClassifier.outcome(of: error),
      status: error.status,
      // Nobody on the way can send a status line over verified TLS, whatever became of the rest.
      isVerifiedByTLS: error.isVerifiedTLS,
      timings: ProbeTimings(error.timings)
    )
  }
}

extension ProbeTimings {
  fileprivate init(_ timings: CurlTimings) {
    self.init(
      lookup: timings.nameLookup,
      connect: timings.connect,
      tls: timings.tls,
      firstByte: timings.firstByte,
      total: timings.total ?? .zero
    )
  }
}
