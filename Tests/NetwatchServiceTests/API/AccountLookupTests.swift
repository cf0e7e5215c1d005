import Glibc
import Testing

@testable import NetwatchService

@Suite struct AccountLookupTests {
  @Test func `users and groups are found by their names`() throws {
    #expect(try AccountLookup.user(named: "root") == 0)
    #expect(try AccountLookup.group(named: "root") == 0)
  }

  @Test func `what there is not is missing`() {
    let name = "no-such-account"
    #expect(throws: AccountLookupError.missing) { try AccountLookup.user(named: name) }
    #expect(throws: AccountLookupError.missing) { try AccountLookup.group(named: name) }
  }

  @Test func `an entry that needs more room gets it`() throws {
    let number = try AccountLookup.find { room in
      room.count < 300_000 ? (ERANGE, nil) : (0, 7)
    }
    #expect(number == 7)
  }

  @Test(
    arguments: [
      (0, .missing), (ENOENT, .missing), (ESRCH, .missing), (EIO, .refused(EIO)),
      (EMFILE, .refused(EMFILE)), (ERANGE, .refused(ERANGE)),
    ] as [(CInt, AccountLookupError)]
  )
  func `what could not be asked is not missing`(_ code: CInt, _ error: AccountLookupError) {
    #expect(throws: error) { try AccountLookup.find { _ in (code, nil) } }
  }

  @Test func `names that stand for nobody are told with the reason`() {
    let administrators = Administrators([.name("root"), .name("no-such-account"), .id(7)])
    #expect(administrators.contains(0) && administrators.contains(7))
    #expect(administrators.unknown.map(\.name) == ["no-such-account"])
    #expect(administrators.unknown.map(\.reason) == [.missing])
  }
}
