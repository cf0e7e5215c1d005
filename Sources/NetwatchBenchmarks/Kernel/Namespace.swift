import CLinux
import Glibc

/// A network namespace of a benchmark's own; it is removed with the value's lifetime.
struct Namespace: ~Copyable {
  /// Its name for ip(8), unique among running benchmarks.
  let name: String

  private init(name: String) {
    self.name = name
  }

  deinit {
    try? IPCommand.run("netns", "delete", name)
    Leftovers.forgetNamespace(name)
  }

  /// Makes one.
  ///
  /// - Parameter label: What it is for.
  /// - Returns: The namespace, with nothing in it but a loopback device that is down.
  /// - Throws: ``BenchmarkError`` where ip(8) could not make it.
  static func make(_ label: String) throws(BenchmarkError) -> Namespace {
    let name = "nw-bench-\(getpid())-\(label)"
    Leftovers.addNamespace(name)
    try IPCommand.run("netns", "add", name)
    return Namespace(name: name)
  }

  /// Does something with the calling thread inside; a program started there stays inside.
  func inside<Result: ~Copyable>(
    _ body: () throws(BenchmarkError) -> Result
  ) throws(BenchmarkError) -> Result {
    let outside = try Self.descriptor("/proc/thread-self/ns/net")
    defer { close(outside) }
    let inside = try Self.descriptor("/run/netns/\(name)")
    defer { close(inside) }
    guard linux_enter_network_namespace(inside) == 0 else { throw .systemCall("entering \(name)") }
    defer {
      guard linux_enter_network_namespace(outside) == 0 else {
        preconditionFailure("the thread can't leave the network namespace \(name)")
      }
    }
    return try body()
  }

  private static func descriptor(_ path: String) throws(BenchmarkError) -> CInt {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .systemCall("opening \(path)") }
    return descriptor
  }
}
