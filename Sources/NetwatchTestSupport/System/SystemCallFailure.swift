import CLinux
import Glibc
import NetwatchSystem

/// A failed call to the operating system.
package struct SystemCallFailure: Error, CustomStringConvertible {
  /// What was tried, on what.
  package let operation: String

  /// The error number, as in errno(3).
  package let code: CInt

  package var description: String { "\(operation): \(errorText(code))" }
}

/// Turns "negative means failure, see errno" into an error.
@discardableResult
func check<Result: SignedInteger>(
  _ operation: @autoclosure () -> String,
  _ result: Result
) throws(SystemCallFailure) -> Result {
  let code = errno
  guard result >= 0 else { throw SystemCallFailure(operation: operation(), code: code) }
  return result
}

/// Turns "the result is the error number" (posix_spawn, pthread_create) into an error.
func checkCode(_ operation: @autoclosure () -> String, _ code: CInt) throws(SystemCallFailure) {
  guard code == 0 else { throw SystemCallFailure(operation: operation(), code: code) }
}

/// Repeats a call for as long as signals interrupt it.
func retryingInterrupts<Result: SignedInteger>(_ body: () -> Result) -> Result {
  while true {
    let result = body()
    if result >= 0 || errno != EINTR { return result }
  }
}
