import Testing

@testable import NetwatchHTTPServer

/// Nobody fills the room for bodies alone.
struct BodySharesTests {
  private func shares(of total: Int, body: Int = 10) -> BodyShares {
    var settings = HTTPServerSettings(listeners: [])
    settings.connections.unlimitedUsers = [0]
    (settings.bodiesLimit, settings.bodyLimit) = (total, body)
    return BodyShares(settings)
  }

  @Test func `a user has half, all have three quarters, and root has what is left`() {
    var shares = shares(of: 1000)
    shares.change(by: 500, of: 1)
    #expect(shares.room(for: 1) == 0 && shares.room(for: 2) == 250 && shares.room(for: nil) == 250)
    shares.change(by: 250, of: nil)
    #expect(shares.room(for: 2) == 0 && shares.room(for: 0) == 250)
    shares.change(by: 200, of: 0)
    #expect(shares.room(for: 0) == 50 && shares.room(for: 1) == 0)
    shares.change(by: -500, of: 1)
    #expect(shares.room(for: 1) == 500 && shares.room(for: 0) == 550)
    shares.change(by: -250, of: nil)
    shares.change(by: -200, of: 0)
    #expect(shares.room(for: nil) == 500 && shares.room(for: 0) == 1000)
  }

  @Test func `a body of the longest length has room, however little there is`() {
    let shares = shares(of: 1000, body: 900)
    #expect(shares.room(for: 1) == 900 && shares.room(for: nil) == 900)
  }
}
