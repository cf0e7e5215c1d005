import NetwatchCore
import NetwatchSystem

/// What all clients derived from one share.
final class ClientCore: Sendable {
  let connectivityManager: any ConnectivityManagerProtocol
  let configuration: NetworkClientConfiguration
  let transport: any HTTPTransport
  let release: ConnectivityRelease
  let clocks: SystemClocks

  init(
    _ connectivityManager: any ConnectivityManagerProtocol,
    _ configuration: NetworkClientConfiguration,
    transport: any HTTPTransport = CurlTransport(),
    clocks: SystemClocks = .kernel
  ) {
    self.connectivityManager = connectivityManager
    self.configuration = configuration
    self.clocks = clocks
    self.transport = transport
    release = ConnectivityRelease(
      settings: configuration.release,
      now: clocks.boot,
      sleep: clocks.sleep
    )
  }
}
