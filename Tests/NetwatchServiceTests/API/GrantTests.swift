import NetwatchCore
import Testing

@testable import NetwatchService

@Suite struct GrantTests {
  private let start = BootInstant(nanoseconds: 0)

  private func secret(_ text: String) -> Secret { Secret(Array(text.utf8)) }

  @Test func `A secret stands for its user until its time is over`() {
    var grants = Grants(lifetime: .seconds(60), perUser: 8)
    grants.add(secret("a"), for: 7, at: start)
    #expect(grants.user(showing: "a", at: start.advanced(by: .milliseconds(59_999))) == 7)
    #expect(grants.user(showing: "a", at: start.advanced(by: .seconds(60))) == nil)
    #expect(grants.user(showing: "b", at: start) == nil)
    #expect(grants.user(showing: "", at: start) == nil)
  }

  @Test func `What is taken is taken once`() {
    var grants = Grants(lifetime: .seconds(60), perUser: 8)
    grants.add(secret("a"), for: 7, at: start)
    #expect(grants.take("a", at: start) == 7)
    #expect(grants.take("a", at: start) == nil)
  }

  @Test func `A user's newest secrets push out their own oldest, and nobody else's`() {
    var grants = Grants(lifetime: .seconds(60), perUser: 2)
    grants.add(secret("other"), for: 8, at: start)
    for name in ["a", "b", "c"] { grants.add(secret(name), for: 7, at: start) }
    let shown = ["a", "b", "c", "other"].map { grants.user(showing: $0, at: start) }
    #expect(shown == [nil, 7, 7, 8])
  }

  @Test func `There is a bound on how many there are`() {
    var grants = Grants(lifetime: .seconds(60), perUser: 2)
    for user in 0..<1_100 as Range<UInt32> { grants.add(secret("\(user)"), for: user, at: start) }
    let count = (0..<1_100 as Range<UInt32>).count { user in
      grants.user(showing: "\(user)", at: start) == user
    }
    #expect(count == 1_024)
    #expect(grants.user(showing: "1099", at: start) == 1099)
  }

  @Test func `Secrets are long and differ`() throws {
    let texts = try (0..<100).map { _ in try #require(Secret.random()).text }
    #expect(Set(texts).count == 100)
    #expect(texts.allSatisfy { $0.utf8.count == 64 && $0.allSatisfy(\.isHexDigit) })
  }
}
