import NetwatchCore

/// Clients that all want to write to one row once, at the same moment.
///
/// Each reads the row's version and then writes, for which the server asks that the version is still
/// the same; otherwise it waits and begins again. A message takes |N(10, 2)| ms one way, so that an
/// attempt takes four of them.
struct ContentionTrial {
  private struct Client {
    var failures = 0
    var previousDelay: Duration?
  }

  private let backoff: Backoff?
  private var generator: FastGenerator
  private var clients: [Client]
  private var queue = ArrivalQueue()
  private var version = 0

  /// When the last client heard of its success, in milliseconds.
  private(set) var time = 0.0

  /// How many writes were sent.
  private(set) var calls = 0

  init(clients: Int, backoff: Backoff?, generator: FastGenerator) {
    self.backoff = backoff
    self.generator = generator
    self.clients = Array(repeating: Client(), count: clients)
  }

  /// Lets all clients begin, and ends when all have succeeded.
  ///
  /// - Returns: The generator, for the next trial.
  mutating func run() -> FastGenerator {
    for client in clients.indices { read(client, at: 0) }
    while let arrival = queue.pop() { handle(arrival) }
    return generator
  }

  private mutating func handle(_ arrival: ArrivalQueue.Arrival) {
    guard let expected = arrival.expected else {
      let time = arrival.time + hop() + hop()
      queue.push(.init(time: time, client: arrival.client, expected: version))
      return
    }
    calls += 1
    let answered = arrival.time + hop()
    guard expected == version else {
      read(arrival.client, at: answered + delay(of: arrival.client))
      return
    }
    version += 1
    time = max(time, answered)
  }

  private mutating func read(_ client: Int, at time: Double) {
    queue.push(.init(time: time + hop(), client: client, expected: nil))
  }

  /// How long a client waits that has failed, in milliseconds; the first time with n = 1.
  private mutating func delay(of client: Int) -> Double {
    guard let backoff else { return 0 }
    clients[client].failures += 1
    let delay = backoff.draw(
      afterRetries: clients[client].failures,
      previous: clients[client].previousDelay,
      at: generator.draw()
    ).delay
    clients[client].previousDelay = delay
    return delay / .milliseconds(1)
  }

  /// How long a message takes one way.
  private mutating func hop() -> Double { (10 + 2 * generator.normal()).magnitude }
}
