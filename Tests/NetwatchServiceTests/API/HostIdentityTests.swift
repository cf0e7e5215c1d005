import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite("Hosts that share a store") struct HostIdentityTests {
  private let id = Array("3d1219c7c4c5404aaa1f6d2a48adfda4".utf8)

  @Test func `Hosts of the same name are told apart, and their ids are not told`() {
    let first = HostIdentity.text(name: "debian", machineID: id)
    let second = HostIdentity.text(name: "debian", machineID: id.reversed())
    #expect(first != second)
    #expect(first == HostIdentity.text(name: "debian", machineID: id))
    #expect(first.hasPrefix("debian-") && first.count == "debian-".count + 8)
    #expect(!String(decoding: id, as: UTF8.self).contains(first.suffix(8)))
  }

  @Test(arguments: [
    ("3d12\n", "3d12"), ("3d12", "3d12"), ("uninitialized\n", ""), ("", ""), ("\n", ""),
  ])
  func `The machine id is a file's first line, where it has one`(text: String, id: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "machine-id")
    #expect(HostIdentity.machineID(in: folder.file("machine-id")) == Array(id.utf8))
    #expect(HostIdentity.machineID(in: folder.file("nothing")).isEmpty)
  }

  @Test func `A host without an id goes by its name`() {
    #expect(HostIdentity.text(name: "debian", machineID: []) == "debian")
  }

  @Test func `Owners name their host in a shared store alone`() {
    let shared = CallerTable(isStoreShared: true)
    #expect(shared.caller(user: 1000).owner == "1000@" + HostIdentity.current)
    #expect(shared.tokenBearer.owner == "token@" + HostIdentity.current)
    #expect(CallerTable(isStoreShared: false).caller(user: 1000).owner == "1000")
  }
}
