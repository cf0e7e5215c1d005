import CLinux
import Glibc
import Testing

@testable import NetwatchTestSupport

@Suite struct InputOutputTests {
  @Test func `the end of a file is its end, whatever went wrong before`() throws {
    let file = try Descriptor.open("/dev/null", O_RDONLY)
    errno = EAGAIN
    guard case .end = readAvailable(file.number) else {
      Issue.record("the end was taken for a pause")
      return
    }
  }
}
