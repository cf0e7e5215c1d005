import NetwatchCore

/// What all clients derived from one share.
final class ClientCore: Sendable {
  let connectivityManager: any ConnectivityManagerProtocol
  let configuration: NetworkClientConfiguration
  let transport: any HTTPTransport
  let gate: ReleaseGate
  let clocks: ClientClocks

  init(
    _ connectivityManager: any ConnectivityManagerProtocol,
    _ configuration: NetworkClientConfiguration,
    transport: any HTTPTransport = CurlTransport(),
    clocks: ClientClocks = .kernel
  ) {
    self.connectivityManager = connectivityManager
    self.configuration = configuration
    self.clocks = clocks
    self.transport = transport
    gate = ReleaseGate(
      settings: configuration.release,
      clock: ContinuousClock(),
      now: clocks.boot
    )
  }
}
