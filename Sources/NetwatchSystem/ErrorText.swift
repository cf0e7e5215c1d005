internal import Glibc

/// What an error number of errno(3) means, in the words of strerror(3).
package func errorText(_ code: CInt) -> String {
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}
