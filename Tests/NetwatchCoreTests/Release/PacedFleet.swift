import NetwatchCore
import NetwatchTestSupport

/// Clients that come back from one outage, each at the pace of its ``DestinationRelease``.
struct PacedFleet {
  private enum Event {
    case wake(Int)
    case answer(Int, isServed: Bool, ReleaseStamp)
  }

  private struct Client {
    var release = DestinationRelease()
    var waiting: Int
    /// No wake before this one is needed.
    var wake: BootInstant?
  }

  private var clients: [Client]
  private var server: FleetServer
  private var agenda: FleetAgenda<Event>
  private var generator: SeededGenerator
  private var result = FleetResult()
  private var step = 0

  init(clients: Int, jobs: Int, rate: Double, seconds: Double, seed: UInt64) {
    self.clients = Array(repeating: Client(waiting: jobs), count: clients)
    server = FleetServer(rate: rate)
    agenda = FleetAgenda(seconds: seconds)
    generator = SeededGenerator(seed: seed)
    result.jobs = clients * jobs
  }

  mutating func run() -> FleetResult {
    for client in clients.indices {
      clients[client].release.outageEnded(after: .seconds(600), at: now, draw: draw())
      send(from: client)
    }
    while result.done.count < result.jobs, let events = agenda.take(step) {
      for event in events { handle(event) }
      step += 1
    }
    return result
  }

  private var now: BootInstant { .ms(Int64(step) * 10) }

  private mutating func draw() -> Double { .random(in: 0..<1, using: &generator) }

  private mutating func handle(_ event: Event) {
    switch event {
    case .wake(let client):
      guard clients[client].wake.map({ $0 <= now }) ?? false else { return }
      clients[client].wake = nil
      send(from: client)
    case .answer(let client, let isServed, let stamp):
      let outcome = isServed ? ReleaseOutcome.success : .overloaded(retryAfter: nil)
      clients[client].release.ended(outcome, stamp, at: now, draw: draw())
      if isServed { result.done.append(Double(step) / 100) } else { clients[client].waiting += 1 }
      send(from: client)
    }
  }

  private mutating func send(from client: Int) {
    guard clients[client].waiting > 0 else { return }
    switch clients[client].release.admission(at: now) {
    case .afterOutcome: break
    case .notBefore(let moment):
      guard clients[client].wake != moment else { return }
      clients[client].wake = moment
      agenda.append(.wake(client), at: Int((moment.nanoseconds + 9_999_999) / 10_000_000))
    case .now(let count):
      for _ in 0..<min(count, clients[client].waiting) { request(from: client) }
    }
  }

  private mutating func request(from client: Int) {
    clients[client].waiting -= 1
    result.requests += 1
    let stamp = clients[client].release.began()
    let (isServed, answer) = server.requested(at: step)
    agenda.append(.answer(client, isServed: isServed, stamp), at: answer)
  }
}
