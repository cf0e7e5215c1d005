import CLinux
import Glibc

/// Runs a closure inside a network namespace, and waits for it.
///
/// The closure runs on a thread of its own that ends with it, so no thread of the process ever has
/// to find its way back. A socket opened by the closure stays in the namespace.
///
/// - Parameters:
///   - namespace: Where to run; nil runs the closure here, on the calling thread.
///   - body: What to do there. It should be short, because the calling thread waits.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws, or why the namespace could not be entered.
package func inNamespace<Value: ~Copyable>(
  _ namespace: NamespaceDescriptor?,
  _ body: () throws(NetlinkError) -> Value
) throws(NetlinkError) -> Value {
  guard let namespace else { return try body() }
  var outcome: Result<Value, NetlinkError>?
  try onThreadOfItsOwn {
    do throws(NetlinkError) {
      try namespace.enter()
      outcome = .success(try body())
    } catch {
      outcome = .failure(error)
    }
  }
  guard let outcome else { throw NetlinkError(.startThread, code: ESRCH) }
  return try outcome.get()
}

/// Runs a closure on a new thread, and returns when the thread has ended.
private func onThreadOfItsOwn(_ body: () -> Void) throws(NetlinkError) {
  let status = withoutActuallyEscaping(body) { body in
    var main = body
    return unsafe withUnsafeMutablePointer(to: &main) { main in
      var thread = pthread_t()
      let status = unsafe pthread_create(&thread, nil, runMain, main)
      return status == 0 ? pthread_join(thread, nil) : status
    }
  }
  guard status == 0 else { throw NetlinkError(.startThread, code: status) }
}

/// What the thread starts with: the address of a closure that outlives it.
private func runMain(_ main: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe main?.assumingMemoryBound(to: (() -> Void).self).pointee()
  return nil
}
