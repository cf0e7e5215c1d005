import CLinux
import Glibc
import NetwatchCore
import NetwatchNetlink
import NetwatchTestSupport
import Testing

@testable import NetwatchLinux

/// A socket that answers no more.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct QuerySocketTests {
  @Test func `after three failures in a row the kernel is asked by a new socket`() throws {
    let sandbox = try NetworkSandbox.base()
    var source = try Self.source(in: sandbox)
    // The new socket belongs to the same namespace, although that has lost its name.
    try sandbox.delete()
    for _ in 0..<2 {
      let fault = try Fault(of: source.queryDescriptor)
      var needed: [Bool] = []
      for failure in 1...3 {
        needed.append(source.needsNewSocket)
        #expect(throws: NetlinkError.self, "failure \(failure)") { try source.snapshot() }
      }
      needed.append(source.needsNewSocket)
      #expect(needed == [false, false, false, true])
      let (first, again) = (source.first, try source.snapshot())
      #expect(again == first)
      withExtendedLifetime(fault) {}
    }
  }

  @Test func `a failure that is followed by an answer does not count`() throws {
    let sandbox = try NetworkSandbox.base()
    var source = try Self.source(in: sandbox)
    for _ in 0..<4 {
      let fault = try Fault(of: source.queryDescriptor)
      #expect(throws: NetlinkError.self) { try source.snapshot() }
      fault.mend()
      #expect(try source.snapshot().ipv4.isReachable)
      let needsNewSocket = source.needsNewSocket
      #expect(!needsNewSocket)
    }
  }

  private static func source(in sandbox: NetworkSandbox) throws -> SnapshotSource {
    let configuration = LinuxConnectivityManager.Configuration(namespace: sandbox.namespace)
    let namespace = try NamespaceDescriptor.open(for: configuration)
    return try SnapshotSource.open(configuration, in: namespace)
  }
}

/// Something that is no socket in the place of one, which is kept aside.
private final class Fault {
  private let socket: CInt
  private let kept: CInt

  init(of descriptor: CInt?) throws {
    socket = try #require(descriptor)
    kept = fcntl(socket, F_DUPFD_CLOEXEC, 0)
    let other = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(other, socket)
    close(other)
  }

  deinit { close(kept) }

  func mend() { dup2(kept, socket) }
}

extension SnapshotSource {
  fileprivate var queryDescriptor: CInt? {
    switch kernel {
    case .some(let kernel): kernel.socket.fileDescriptor
    case .none: nil
    }
  }
}
