import NetwatchClient
import NetwatchCore
import NetwatchHTTPServer
import NetwatchTestSupport
import Testing

@Suite struct EventTests {
  private func state(_ id: Int) -> String {
    "id: \(id)\nevent: state\ndata: \(Samples.state(id))\n\n"
  }

  /// The first events, told by a word each.
  private func words(_ count: Int, of events: ServiceEvents) async throws -> [String] {
    var words: [String] = []
    for try await event in events {
      words.append(Self.word(for: event))
      if words.count == count { break }
    }
    return words
  }

  private static func word(for event: ServiceEvent) -> String {
    switch event.content {
    case .connected: "connected after \(event.id)"
    case .disconnected: "disconnected after \(event.id)"
    case .state(let state): "state \(state.sequence ?? -1) at \(event.id)"
    case .job(let change): "job \(change.id) \(change.to)"
    case .probe(let probe): "probe \(probe.outcome)"
    case .reset(let reason): "reset: \(reason)"
    case .overflow(let reason): "overflow: \(reason)"
    case .stopping: "stopping"
    case .other(let type, let data): "other \(type): \(data)"
    }
  }

  @Test func `A stream that breaks goes on behind the last event`() async throws {
    let service = try FakeService { [self] _, count in
      switch count {
      case 0: .events("retry: 10\n\n" + state(1) + state(2) + "event: state\ndata: {")
      case 1: .json(status: 503, "{}")
      default: .events("retry: 10\n\n" + state(3))
      }
    }
    try await service.run {
      let words = try await words(6, of: service.client.events())
      #expect(
        words == [
          "connected after ", "state 1 at 1", "state 2 at 2", "disconnected after 2",
          "connected after 2", "state 3 at 3",
        ]
      )
      #expect(service.requests.map { $0.headers["Last-Event-ID"] }.prefix(3) == [nil, "2", "2"])
      #expect(service.requests.first?.query.map(\.value) == ["state,job"])
      #expect(service.requests.first?.headers["Accept"] == "text/event-stream")
    }
  }

  @Test func `Every kind of event is told apart, and what is not understood is handed on`()
    async throws
  {
    let stream = """
      event: job
      data: {"time":"2026-11-29T23:59:01Z","id":5,"kind":"http","destination":"d","to":"dead"}

      event: probe
      data: {"time":"2026-11-29T23:59:01Z","endpoint":"e","family":"ipv4","outcome":"timeout",\
      "milliseconds":3000,"timings":{"total":3000}}

      event: reset
      data: {"reason":"gone"}

      event: overflow
      data: {"reason":"slow"}

      event: stopping
      data: {}

      event: state
      data: {"time":

      event: novelty
      data: x


      """
    let service = try FakeService { _, _ in .events("retry: 3600000\n" + stream) }
    try await service.run {
      let events = service.client.events(after: "7", types: [.probe, .state])
      let words = try await words(8, of: events)
      #expect(
        words == [
          "connected after 7", "job 5 dead", "probe timeout", "reset: gone", "overflow: slow",
          "stopping", #"other state: {"time":"#, "other novelty: x",
        ]
      )
      #expect(service.requests.map { $0.headers["Last-Event-ID"] } == ["7"])
      #expect(service.requests.first?.query.map(\.value) == ["state,probe"])
    }
  }

  @Test func `States are told across a restart of the service`() async throws {
    let service = try FakeService { [self] request, _ in
      let after = Int(request.headers["Last-Event-ID"] ?? "") ?? 0
      return .events("retry: 10\n\n" + state(after + 1))
    }
    var iterator = service.client.states().makeAsyncIterator()
    for number in 1...2 {
      try await service.run {
        let state = try await iterator.next(isolation: #isolation)
        #expect(state?.sequence == number)
      }
    }
  }

  @Test(arguments: [400, 401, 403, 404, 421])
  func `A refusal that will last ends the stream`(_ status: Int) async throws {
    try await FakeService.answering(status: status, #"{"detail":"no"}"#) { service in
      var iterator = service.client.events().makeAsyncIterator()
      let error = await #expect(throws: ServiceError.self) { try await iterator.next() }
      #expect(error?.status == status)
      let after = try await iterator.next()
      #expect(after == nil)
      #expect(service.requests.count == 1)
    }
  }

  @Test func `What is no stream of events ends it`() async throws {
    try await FakeService.answering("{}") { service in
      var iterator = service.client.events().makeAsyncIterator()
      let error = await #expect(throws: ServiceError.self) { try await iterator.next() }
      #expect(error?.kind == .notUnderstood)
    }
  }

  @Test func `A service that is not there is waited for, and said to be missing once`() async throws
  {
    let service = try FakeService { _, _ in .events("data: a\n\n") }
    var iterator = service.client.events().makeAsyncIterator()
    guard case .disconnected(let error) = try await iterator.next()?.content else {
      Issue.record("The missing service is not told.")
      return
    }
    #expect(error.kind == .notRunning)
    try await service.run {
      let event = try await iterator.next()
      #expect(event?.content == .connected)
    }
  }

  @Test func `A stream that says nothing is read, and cancelling ends it at once`() async throws {
    let stream = ServerStream(capacity: 1024) { _ in [] }
    let service = try FakeService { _, _ in
      ServerResponse(
        status: 200,
        headers: (try? [ServerHeader("Content-Type", "text/event-stream")]) ?? [],
        body: .stream(stream)
      )
    }
    try await service.run {
      let isConnected = Lock(false)
      let task = Task {
        for try await event in service.client.events() where event.content == .connected {
          isConnected.withLock { $0 = true }
        }
      }
      stream.send(Array(":\n\n".utf8))
      try await eventually(within: .seconds(10)) { isConnected.withLock { $0 } }
      let start = ContinuousClock.now
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(ContinuousClock.now - start < .milliseconds(500))
    }
  }

  @Test func `Events come as they are sent`() async throws {
    let stream = ServerStream(capacity: 65_536) { _ in [] }
    let service = try FakeService { _, _ in
      ServerResponse(
        status: 200,
        headers: (try? [ServerHeader("Content-Type", "text/event-stream; charset=utf-8")]) ?? [],
        body: .stream(stream)
      )
    }
    try await service.run {
      var iterator = service.client.states().makeAsyncIterator()
      for number in 1...3 {
        let text = Array(state(number).utf8)
        stream.send(Array(text.prefix(40)))
        stream.send(Array(text.dropFirst(40)))
        let state = try await iterator.next(isolation: #isolation)
        #expect(state?.sequence == number)
      }
    }
  }
}
