import CCurl
import CLinux
import Glibc
import Testing

@testable import NetwatchCurl

extension CurlTests {
  @Suite struct SocketOpenerTests {
    @Test(arguments: [0, 20_000])
    func `the kernel is told when to give up`(_ milliseconds: CInt) throws {
      var address = curl_sockaddr()
      address.family = AF_INET
      address.socktype = CInt(SOCK_STREAM.rawValue)
      var opener = SocketOpener(userTimeoutMilliseconds: milliseconds)
      let descriptor = try check("socket", opener.open(&address))
      defer { close(descriptor) }
      var (value, length) = (CInt(-1), socklen_t(MemoryLayout<CInt>.size))
      try check(
        "getsockopt",
        getsockopt(descriptor, CInt(IPPROTO_TCP), TCP_USER_TIMEOUT, &value, &length)
      )
      #expect(value == milliseconds)
      #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func `the reason why a socket cannot be opened is kept`() {
      var address = curl_sockaddr()
      address.family = -1
      var opener = SocketOpener(userTimeoutMilliseconds: 1)
      #expect(opener.open(&address) < 0)
      #expect(opener.error == EAFNOSUPPORT)
    }
  }
}
