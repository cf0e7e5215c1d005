import NetwatchTestSupport

/// Jobs that all go at once when an outage ends, and back off with full jitter up to 20 s.
struct UnpacedFleet {
  private enum Event {
    case send(retries: Int)
    case answer(isServed: Bool, retries: Int)
  }

  private var server: FleetServer
  private var agenda: FleetAgenda<Event>
  private var generator: SeededGenerator
  private var result: FleetResult

  init(jobs: Int, server: FleetServer, seconds: Int, seed: UInt64) {
    self.server = server
    agenda = FleetAgenda(seconds: seconds)
    generator = SeededGenerator(seed: seed)
    result = FleetResult(jobs: jobs)
    for _ in 0..<jobs { agenda.append(.send(retries: 0), at: 0) }
  }

  mutating func run() -> FleetResult {
    var step = 0
    while result.done.count < result.jobs, let events = agenda.take(step) {
      for event in events { handle(event, step) }
      step += 1
    }
    return result
  }

  private mutating func handle(_ event: Event, _ step: Int) {
    switch event {
    case .send(let retries):
      result.requestSent()
      let (isServed, answer) = server.requested(at: step)
      agenda.append(.answer(isServed: isServed, retries: retries), at: answer)
    case .answer(isServed: true, _):
      result.jobDone(at: step)
    case .answer(isServed: false, let retries):
      let window = min(Double(1 << min(retries, 10)), 20)
      let delay = Double.random(in: 0..<window, using: &generator)
      agenda.append(.send(retries: retries + 1), at: step + 1 + Int(delay * 100))
    }
  }
}
