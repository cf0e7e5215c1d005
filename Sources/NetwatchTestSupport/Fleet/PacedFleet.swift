package import NetwatchCore

/// Clients that come back from one outage of ten minutes, each at the pace of its
/// ``DestinationRelease``.
package struct PacedFleet {
  private enum Event {
    case wake(Int32)
    case answer(Int32, isServed: Bool, ReleaseStamp)
  }

  private struct Client {
    var release: DestinationRelease
    var waiting: Int
    /// No wake before this one is needed.
    var wake: BootInstant?
  }

  /// What they come back to.
  package private(set) var server: FleetServer

  private var clients: [Client]
  private var agenda: FleetAgenda<Event>
  private var generator: SeededGenerator
  private var result: FleetResult
  private var step = 0

  /// Creates a fleet whose network has just come back.
  ///
  /// - Parameters:
  ///   - clients: How many there are, up to two thousand million.
  ///   - jobs: What each of them has to do.
  ///   - settings: How each of them is paced.
  ///   - server: What they come back to.
  ///   - seconds: When the simulation ends, done or not.
  ///   - seed: What the draws come from.
  package init(
    clients: Int,
    jobs: Int,
    settings: ReleaseSettings = ReleaseSettings(),
    server: FleetServer,
    seconds: Int,
    seed: UInt64
  ) {
    let client = Client(release: DestinationRelease(settings: settings), waiting: jobs)
    self.clients = Array(repeating: client, count: clients)
    self.server = server
    agenda = FleetAgenda(seconds: seconds)
    generator = SeededGenerator(seed: seed)
    result = FleetResult(jobs: clients * jobs)
  }

  /// Lets them work until all is done.
  package mutating func run() -> FleetResult {
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

  private var now: BootInstant { BootInstant(nanoseconds: Int64(step) * FleetAgenda<Event>.step) }

  private mutating func draw() -> Double { .random(in: 0..<1, using: &generator) }

  private mutating func handle(_ event: Event) {
    switch event {
    case .wake(let client): woke(Int(client))
    case .answer(let client, let isServed, let stamp):
      answered(Int(client), isServed: isServed, stamp)
    }
  }

  private mutating func woke(_ client: Int) {
    guard clients[client].wake.map({ $0 <= now }) ?? false else { return }
    clients[client].wake = nil
    send(from: client)
  }

  private mutating func answered(_ client: Int, isServed: Bool, _ stamp: ReleaseStamp) {
    let outcome = isServed ? ReleaseOutcome.success : .overloaded(retryAfter: nil)
    clients[client].release.ended(outcome, stamp, at: now, draw: draw())
    if isServed { result.jobDone(at: step) } else { clients[client].waiting += 1 }
    send(from: client)
  }

  private mutating func send(from client: Int) {
    guard clients[client].waiting > 0 else { return }
    switch clients[client].release.admission(at: now) {
    case .afterOutcome: break
    case .notBefore(let moment): wake(client, at: moment)
    case .now(let count):
      for _ in 0..<min(count, clients[client].waiting) { request(from: client) }
    }
  }

  private mutating func wake(_ client: Int, at moment: BootInstant) {
    guard clients[client].wake != moment else { return }
    clients[client].wake = moment
    let step = FleetAgenda<Event>.step
    agenda.append(.wake(Int32(client)), at: Int((moment.nanoseconds + step - 1) / step))
  }

  private mutating func request(from client: Int) {
    clients[client].waiting -= 1
    result.requestSent()
    let stamp = clients[client].release.began()
    let (isServed, answer) = server.requested(at: step)
    agenda.append(.answer(Int32(client), isServed: isServed, stamp), at: answer)
  }
}
