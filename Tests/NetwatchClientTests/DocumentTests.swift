import NetwatchClient
import NetwatchHTTP
import Testing

@Suite struct DocumentTests {
  private func decode<Document: Decodable>(_ text: String) throws -> Document {
    try ServiceJSON.decode(from: Array(text.utf8))
  }

  private func text(_ document: some Encodable) throws -> String {
    String(decoding: try ServiceJSON.encode(document), as: UTF8.self)
  }

  @Test func `A state is read whole`() throws {
    let state: ServiceState = try decode(Samples.state(7))
    #expect(state.sequence == 7)
    #expect(state.level == .full)
    #expect(state.ipv4.gateway == "192.0.2.1")
    #expect(state.ipv6.reason == "noRoute")
    #expect(state.counters?.evaluations == 1)
    #expect(state.links == nil)
    #expect(try decode(text(state)) == state)
  }

  @Test func `The probes of a state are those of events, without what is told of an end`() throws {
    let probe = #"{"endpoint":"http://a/","family":"ipv4","milliseconds":1.5,"outcome":"success"}"#
    var document = Samples.state(7)
    document.replace(#""cause":"#, with: #""probes":[\#(probe)],"cause":"#)
    let state: ServiceState = try decode(document)
    let first = try #require(state.probes?.first)
    #expect(first.time == nil && first.timings == nil)
    #expect(try text(first) == probe)
    #expect(try decode(text(state)) == state)
  }

  @Test func `Keys and values that are not known do not hinder`() throws {
    var document = Samples.state(7, level: "sideways")
    document.replace(#""cause":"#, with: #""novelty":{"deep":[1,null]},"cause":"#)
    let state: ServiceState = try decode(document)
    #expect(state.level.rawValue == "sideways")
    let job: ServiceJob = try decode(Samples.job(3, state: "hibernating"))
    #expect(job.state == "hibernating")
    #expect(!job.state.isFinished)
  }

  @Test func `A job's details stand beside its own members`() throws {
    let details: ServiceJobDetails = try decode(
      """
      {\(Samples.jobMembers(3)),"http":{"method":"POST","url":"https://api.example/a?…",\
      "headers":["X-A"],"bodyBytes":4},"idempotencyKey":"k","why":"because",\
      "attempts":[{"number":1,"time":"2026-11-29T23:59:01.123456Z","failure":"HTTP 503",\
      "reason":"retried"}],"omittedAttempts":0,\
      "transitions":[{"time":"2026-11-29T23:59:01.123456Z","to":"ready"}]}
      """
    )
    #expect(details.job.id == 3)
    #expect(details.why == "because")
    guard case .http(let request) = details.work else {
      Issue.record("The request is missing.")
      return
    }
    #expect(request.headers == ["X-A"])
    #expect(details.attempts.map(\.number) == [1])
    #expect(details.transitions.map(\.to) == [.ready])
    #expect(try decode(text(details)) == details)
  }

  @Test func `A history is read, what is unknown in it left open`() throws {
    let history: HistoryDocument = try decode(
      """
      {"from":"2026-11-28T00:00:00.000000Z","to":"2026-11-29T00:00:00.000000Z",\
      "availability":99.93,"knownSeconds":86000,"availableSeconds":85940.5,\
      "spans":[{"from":"2026-11-28T00:00:00.000000Z","to":"2026-11-28T01:00:00.000000Z"}],\
      "outages":[{"start":"2026-11-28T02:00:00.000000Z","seconds":59.5,"cause":"link",\
      "explanation":"eth0 is down","level":"none"}],\
      "probes":[{"endpoint":"http://probe.example/","family":"ipv4","count":2,"failures":1,\
      "p50":31.2,"p90":31.2,"p99":31.2,"max":31.2,\
      "series":[{"time":"2026-11-28T02:00:00.000000Z","count":1,"failures":1}]}]}
      """
    )
    #expect(history.spans.map(\.level) == [nil])
    #expect(history.outages.first?.end == nil)
    #expect(history.probes.first?.series.first?.median == nil)
    #expect(history.truncated == nil)
    #expect(try decode(text(history)) == history)
  }

  @Test func `A job is written as the service reads it`() throws {
    var job = NewServiceJob.http("POST", "https://api.example/a", headers: ["X-A": "1"])
    job.priority = .high
    job.notBefore = .seconds(300)
    job.deadline = .milliseconds(1500)
    guard case .http(var request) = job.work else { return }
    request.retrySafety = .always
    request.acceptedStatuses = 200...204
    request.timeout = .seconds(30)
    job.work = .http(request)
    #expect(
      try text(job) == """
        {"deadline":"1500ms","http":{"acceptedStatuses":[200,204],"headers":{"X-A":"1"},\
        "method":"POST","retrySafety":"always","timeout":"30s","url":"https://api.example/a"},\
        "kind":"http","notBefore":"5m","priority":"high"}
        """
    )
    #expect(
      try text(NewServiceJob.exec("backup", arguments: ["DAY": "7"]))
        == #"{"exec":{"arguments":{"DAY":"7"},"template":"backup"},"kind":"exec"}"#
    )
  }

  @Test(arguments: [
    (Array("ä\u{0}".utf8), #""body":"ä\u0000""#), ([0xFF, 0x00], #""bodyBase64":"/wA=""#),
    ([], #""body":"""#),
  ])
  func `A body is text where it can be`(_ body: [UInt8], _ expected: String) throws {
    #expect(try text(NewServiceJob.http("POST", "http://h/", body: body)).contains(expected))
  }
}
