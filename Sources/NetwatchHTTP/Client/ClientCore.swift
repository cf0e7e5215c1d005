import NetwatchSystem
import NetwatchCore

/// What all clients derived from one share.
final class ClientCore: Sendable {
  let connectivityManager: any ConnectivityManagerProtocol
  let configuration: NetworkClientConfiguration
  let transport: any HTTPTransport
  let gate: ReleaseGate
  let clocks: SystemClocks

  /// By the identity of their managers, of which a client has one or two, and holds on to.
  private let queues = Lock<[ObjectIdentifier: ConnectivityQueue]>([:])

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
    gate = ReleaseGate(
      settings: configuration.release,
      clock: ContinuousClock(),
      now: clocks.boot
    )
  }

  /// Where requests wait for a manager's word.
  func queue(of manager: any ConnectivityManagerProtocol) -> ConnectivityQueue {
    let id = ObjectIdentifier(manager as AnyObject)
    return queues.withLock { queues in
      if let queue = queues[id] { return queue }
      let queue = ConnectivityQueue(manager, clocks: clocks)
      queues[id] = queue
      return queue
    }
  }
}
