import CLinux
import Glibc

/// A call of the tests' own that the kernel refused.
struct SystemError: Error {
  let operation: String
  let code = errno
}

/// Turns "negative means failure" into an error.
@discardableResult
func check(_ operation: String, _ status: CInt) throws -> CInt {
  guard status >= 0 else { throw SystemError(operation: operation) }
  return status
}
