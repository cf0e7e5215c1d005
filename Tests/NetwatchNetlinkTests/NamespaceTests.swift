import CLinux
import Glibc
import NetwatchCore
import NetwatchNetlink
import NetwatchTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct NamespaceTests {
  @Test(.needsNamespaces) func `a socket belongs to the namespace it was opened in`() throws {
    let namespace = try TestNamespace()
    var socket = try QuerySocket.open(in: namespace.namespace)
    #expect(try socket.links().elements.map(\.name) == ["lo"])
    try namespace.ip("link add v0 type veth peer name v1")
    #expect(try socket.links().elements.count == 3)
  }

  @Test(.needsNamespaces)
  func `opening a socket elsewhere moves neither process nor thread`() throws {
    let namespace = try TestNamespace()
    let before = [inode("/proc/self/ns/net"), inode("/proc/thread-self/ns/net")]
    _ = try QuerySocket.open(in: namespace.namespace)
    let inside = try inNamespace(namespace.namespace) { inode("/proc/thread-self/ns/net") }
    #expect(inside != 0)
    #expect(!before.contains(inside))
    #expect(before == [inode("/proc/self/ns/net"), inode("/proc/thread-self/ns/net")])
  }

  @Test(.needsNamespaces) func `a namespace is found by name, path and process`() throws {
    let namespace = try TestNamespace()
    let byName = try inNamespace(namespace.namespace) { inode("/proc/thread-self/ns/net") }
    let path = NetworkNamespace.path("/run/netns/\(namespace.name)")
    #expect(try inNamespace(path) { inode("/proc/thread-self/ns/net") } == byName)
    let here = try inNamespace(.process(getpid())) { inode("/proc/thread-self/ns/net") }
    #expect(here == inode("/proc/self/ns/net"))
  }

  @Test(.needsNamespaces) func `a thread finds its way back by a descriptor`() throws {
    let namespace = try TestNamespace()
    let visited = try inNamespace(namespace.namespace) { () throws(NetlinkError) in
      let home = try NamespaceDescriptor.current()
      let before = inode("/proc/thread-self/ns/net")
      try NamespaceDescriptor.open(.process(getpid())).enter()
      let between = inode("/proc/thread-self/ns/net")
      try home.enter()
      return [before, between, inode("/proc/thread-self/ns/net")]
    }
    #expect(visited[0] == visited[2])
    #expect(visited[0] != visited[1])
  }

  @Test(.needsNamespaces) func `a descriptor outlives the name of its namespace`() throws {
    let namespace = try TestNamespace("link add v0 type veth peer name v1")
    let descriptor = try NamespaceDescriptor.open(namespace.namespace)
    try ChildProcess.check(["ip", "netns", "del", namespace.name])
    try ChildProcess.check(["ip", "netns", "add", namespace.name])
    var old = try QuerySocket.open(in: descriptor)
    #expect(try old.link(named: "v0") != nil)
    var new = try QuerySocket.open(in: namespace.namespace)
    #expect(try new.link(named: "v0") == nil)
  }

  @Test func `without a namespace the closure runs on the calling thread`() throws {
    let thread = pthread_self()
    #expect(try inNamespace(nil) { pthread_equal(pthread_self(), thread) } != 0)
  }

  @Test(arguments: [
    (NetworkNamespace.named(""), #""""#), (.named(".."), #""..""#), (.named("."), #"".""#),
    (.named("../../etc/passwd"), #""../../etc/passwd""#), (.named("a/b"), #""a/b""#),
    (.path(""), #""""#), (.process(0), "of process 0"), (.process(-1), "of process -1"),
  ])
  func `what names no namespace is refused by its text`(
    _ namespace: NetworkNamespace,
    operand: String
  ) {
    let error = #expect(throws: NetlinkError.self) { _ = try QuerySocket.open(in: namespace) }
    #expect(error?.operation == .nameNamespace)
    #expect(error?.description.hasPrefix("\(operand) does not name a network namespace") == true)
  }

  @Test(arguments: [
    (
      NetworkNamespace.named("nw-none"),
      #"cannot open network namespace "nw-none": no such file or directory"#
    ),
    (
      .process(.max),
      "cannot open network namespace of process 2147483647: no such file or directory"
    ),
    (.path("/dev/null"), #"cannot enter network namespace "/dev/null": invalid argument"#),
  ])
  func `a namespace that is not there is named in the error`(
    _ namespace: NetworkNamespace,
    message: String
  ) {
    let error = #expect(throws: NetlinkError.self) { try inNamespace(namespace) {} }
    #expect(error?.description == message)
  }

  /// The number that tells one namespace from another.
  private func inode(_ path: String) -> ino_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_ino : 0
  }
}
