import NetwatchTestSupport
import Testing

@Suite struct FleetServerTests {
  @Test func `what fits into the queue is served in turn`() {
    var server = FleetServer(rate: 100)
    let answers = (0..<3).map { _ in server.requested(at: 7).answer }
    // A hundredth each, and five on the way.
    #expect(answers == [13, 14, 15])
    #expect(server.served == 3)
  }

  @Test func `an idle server begins when a request comes`() {
    var server = FleetServer(rate: 100)
    #expect(server.requested(at: 0).answer == 6)
    #expect(server.requested(at: 50).answer == 56)
  }

  @Test func `what does not fit is refused at once, and ten refusals cost as much as one job`() {
    var server = FleetServer(rate: 100, queue: 20)
    for _ in 0..<2 { #expect(server.requested(at: 0).isServed) }
    for _ in 0..<10 { #expect(server.requested(at: 0) == (isServed: false, answer: 5)) }
    #expect(server.refused == 10)
    // The third is done after 30 ms of which 10 went to refusals.
    #expect(server.requested(at: 2) == (isServed: true, answer: 9))
  }
}
