internal import NetwatchCore
internal import NetwatchCurl

/// How one probe ended.
enum ProbeEnd: Sendable {
  /// It says something of the network.
  case reported(ProbeReport)

  /// It was kept from being sent by something that is no fault of the network.
  case obstructed(CurlError)

  case cancelled

  /// How a failure of the engine's ended a probe.
  init(_ error: CurlError, of endpoint: ProbeEndpoint, over family: AddressFamily) {
    switch error.kind {
    case .cancelled: self = .cancelled
    case .outOfResources, .engineStopped: self = .obstructed(error)
    default: self = .reported(ProbeReport(error, from: endpoint, over: family))
    }
  }

  var report: ProbeReport? {
    if case .reported(let report) = self { report } else { nil }
  }

  var obstacle: CurlError? {
    if case .obstructed(let error) = self { error } else { nil }
  }
}
