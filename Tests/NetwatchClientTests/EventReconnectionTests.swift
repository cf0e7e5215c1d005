import NetwatchCore
import Testing

@testable import NetwatchClient

@Suite struct EventReconnectionTests {
  private func pauses(_ count: Int, of reconnection: inout EventReconnection) -> [Duration] {
    (0..<count).map { _ in reconnection.broke(minimum: nil) }
  }

  @Test func `Pauses grow up to half a minute while nothing comes, and begin again when it does`() {
    var reconnection = EventReconnection(random: .constant(1))
    let growing = pauses(6, of: &reconnection)
    reconnection.progressed()
    let first = pauses(1, of: &reconnection)
    #expect(growing == [2, 4, 8, 16, 30, 30].map { .seconds($0) })
    #expect(first == [.seconds(2)])
  }

  @Test func `Pauses are drawn, so that a crowd does not come back at once`() {
    var reconnection = EventReconnection(random: .constant(0.25))
    let pauses = pauses(1, of: &reconnection)
    #expect(pauses == [.milliseconds(500)])
  }

  @Test(arguments: [(10, 10), (.max, 3_600_000), (.min, 0), (60_000, 60_000)] as [(Int64, Int64)])
  func `The service's own pause counts, within an hour`(_ asked: Int64, _ expected: Int64) {
    var reconnection = EventReconnection(random: .constant(1))
    reconnection.asked(for: asked)
    let pauses = pauses(1, of: &reconnection)
    #expect(pauses == [.milliseconds(expected)])
  }

  @Test func `A Retry-After is the least, within an hour`() {
    var reconnection = EventReconnection(random: .constant(0))
    let pauses = [7, 100_000].map { reconnection.broke(minimum: .seconds($0)) }
    #expect(pauses == [.seconds(7), .seconds(3600)])
  }
}
