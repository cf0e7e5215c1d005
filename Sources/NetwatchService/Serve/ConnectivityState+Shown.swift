internal import NetwatchCore
internal import NetwatchHTTP

extension ConnectivityState {
  /// The state as clients are shown it and the history keeps it, whose readers are more than the
  /// administrator who named the probes.
  var shown: ConnectivityState {
    var state = self
    state.probes = probes.map(\.shown)
    return state
  }
}

extension ProbeReport {
  /// The outcome without what can hold a secret: the query and user information of the endpoint's URL,
  /// and those of a portal's, which has the visitor's address or ticket in it.
  var shown: ProbeReport {
    var report = self
    report.endpoint = endpoint.withoutSecretsOfProbe
    report.location = location?.withoutUserInformation.withoutQuery
    return report
  }
}

extension String {
  /// An endpoint's name without its query; what it has to answer, behind `#`, is no secret.
  fileprivate var withoutSecretsOfProbe: String {
    let hash = unicodeScalars.firstIndex(of: "#") ?? endIndex
    return String(unicodeScalars[..<hash]).withoutUserInformation.withoutQuery
      + String(unicodeScalars[hash...])
  }
}
