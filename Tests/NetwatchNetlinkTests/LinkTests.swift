import CLinux
import Glibc
import NetwatchCore
import NetwatchNetlink
import NetwatchTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .needsNamespaces) struct LinkTests {
  @Test func `a VXLAN tunnel names the link under it`() throws {
    let namespace = try TestNamespace.withVeth(
      "link add t0 type vxlan id 5 dstport 4789 remote 198.51.100.1 dev v0",
      "link add t1 type vxlan id 6 dstport 4790 remote 198.51.100.1"
    )
    var socket = try QuerySocket.open(in: namespace.namespace)
    let lower = try #require(try socket.link(named: "v0")).index
    #expect(try socket.link(named: "t0")?.lowerLink == lower)
    #expect(try socket.link(named: "t1")?.lowerLink == nil)
  }

  @Test(arguments: [
    ("br0", "link add br0 type bridge", "bridge"),
    ("v0", "link add v0 type veth peer name v1", "veth"),
  ])
  func `a virtual link tells its kind`(_ name: String, command: String, kind: String) throws {
    let namespace = try TestNamespace(command)
    var socket = try QuerySocket.open(in: namespace.namespace)
    let link = try #require(try socket.link(named: name))
    #expect(link.kind == kind)
    #expect(link.hardwareType == 1)
    #expect(link.mtu == 1500)
    #expect(link.flags & 1 == 0)
    #expect(try socket.link(link.index) == link)
  }

  @Test(.enabled(if: access("/dev/net/tun", R_OK | W_OK) == 0, "this host has no tun device"))
  func `a tunnel has its kind and no hardware`() throws {
    let namespace = try TestNamespace("tuntap add dev t0 mode tun")
    var socket = try QuerySocket.open(in: namespace.namespace)
    let link = try #require(try socket.link(named: "t0"))
    #expect(link.kind == "tun")
    #expect(link.hardwareType == 0xFFFE)
  }

  @Test func `the loopback link has no kind and an unknown state`() throws {
    let namespace = try TestNamespace("link set lo up")
    var socket = try QuerySocket.open(in: namespace.namespace)
    let link = try #require(try socket.link(1))
    #expect(link.name == "lo")
    #expect(link.kind == nil)
    #expect(link.operstate == 0)
    #expect(link.flags & 0x49 == 0x49)
    #expect(link.carrier == true)
  }

  @Test func `a link tells what it is a part of and what lies below it`() throws {
    let namespace = try TestNamespace(
      "link add br0 type bridge",
      "link add v0 type veth peer name v1",
      "link set v0 master br0"
    )
    var socket = try QuerySocket.open(in: namespace.namespace)
    let link = try #require(try socket.link(named: "v0"))
    #expect(try link.master == socket.link(named: "br0")?.index)
    #expect(try link.lowerLink == socket.link(named: "v1")?.index)
    #expect(link.lowerNamespaceID == nil)
  }

  @Test func `a link below in another namespace is said to be there`() throws {
    let namespace = try TestNamespace("link add v0 type veth peer name v1")
    let other = try TestNamespace()
    try namespace.ip("link set v1 netns \(other.name)")
    var socket = try QuerySocket.open(in: namespace.namespace)
    let link = try #require(try socket.link(named: "v0"))
    #expect(link.lowerNamespaceID != nil)
  }

  @Test func `a link that lost its carrier says so`() async throws {
    let namespace = try TestNamespace.withVeth()
    var socket = try QuerySocket.open(in: namespace.namespace)
    try await eventually(within: .seconds(5)) { try socket.link(named: "v0")?.operstate == 6 }
    try namespace.ip("link set v1 down")
    try await eventually(within: .seconds(5)) { try socket.link(named: "v0")?.carrier == false }
    try await eventually(within: .seconds(5)) { try socket.link(named: "v0")?.operstate != 6 }
  }

  @Test func `a link is found by an alternative name`() throws {
    let namespace = try TestNamespace(
      "link add v0 type veth peer name v1",
      "link property add dev v0 altname a-name-longer-than-fifteen-bytes"
    )
    var socket = try QuerySocket.open(in: namespace.namespace)
    #expect(try socket.link(named: "a-name-longer-than-fifteen-bytes")?.name == "v0")
  }

  @Test(arguments: ["", "nothing", "a\0b", String(repeating: "x", count: 200)])
  func `a name of no link is nil`(_ name: String) throws {
    var socket = try QuerySocket.open()
    #expect(try socket.link(named: name) == nil)
  }

  @Test(arguments: [0, -1, .max] as [Int32])
  func `an index of no link is nil`(_ index: Int32) throws {
    var socket = try QuerySocket.open()
    #expect(try socket.link(index) == nil)
  }
}
