import CLinux
import Glibc
import NetwatchCurl
import NetwatchTestSupport
import Testing

extension CurlTests {
  @Suite struct BodyTests {
    @Test(.enabled(if: NginxServer.isAvailable), arguments: [0, 1, 65_536, 65_537, 3_000_000])
    func `bytes and files of any length arrive`(_ count: Int) async throws {
      let server = try NginxServer()
      let engine = try await CurlEngine.start()
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      let file = try File(bytes)
      let bodies = [
        CurlBody.bytes(bytes),
        .file(descriptor: file.descriptor, offset: 0, length: Int64(count)),
      ]
      for (number, body) in bodies.enumerated() {
        let response = try await engine.perform(
          pooled("PUT", "\(server.origin)/\(number)", body: body)
        )
        #expect(response.status == 201)
        #expect(try server.content(of: "\(number)") == bytes)
      }
    }

    @Test func `a part of a file is sent, and its position stays`() async throws {
      let server = try KeepingServer()
      let file = try File(Array("0123456789".utf8))
      let body = CurlBody.file(descriptor: file.descriptor, offset: 3, length: 4)
      _ = try await CurlEngine.start().perform(pooled("POST", server.origin, body: body))
      #expect(server.requests.map(\.body) == ["3456"])
      #expect(lseek(file.descriptor, 0, SEEK_CUR) == 0)
    }

    @Test func `a file that was cut off ends the transfer`() async throws {
      let server = try KeepingServer()
      let file = try File(.init(repeating: 1, count: 1_000))
      let body = CurlBody.file(descriptor: file.descriptor, offset: 0, length: 1_001)
      let error = try await CurlEngine.start().failure(of: pooled("PUT", server.origin, body: body))
      #expect(error.kind == .bodyEndedEarly)
      #expect(error.isRequestSent)
    }

    @Test func `a file that cannot be read ends the transfer`() async throws {
      let server = try KeepingServer()
      let body = CurlBody.file(descriptor: -1, offset: .max, length: 10)
      let error = try await CurlEngine.start().failure(of: pooled("PUT", server.origin, body: body))
      #expect(error.kind == .bodyFailed)
      #expect(error.osError == EBADF || error.osError == EINVAL)
    }

    @Test func `nothing is added that was not asked for`() async throws {
      let server = try KeepingServer()
      let engine = try await CurlEngine.start()
      for (method, count) in [("POST", 10), ("PUT", 2_000_000), ("REPORT", 1)] {
        let body = CurlBody.bytes(.init(repeating: 65, count: count))
        _ = try await engine.perform(pooled(method, server.origin, body: body))
      }
      #expect(server.requests.map(\.method) == ["POST", "PUT", "REPORT"])
      #expect(server.requests.map(\.body.utf8.count) == [10, 2_000_000, 1])
      #expect(server.requests.allSatisfy { $0.header("Expect") == nil })
      #expect(server.requests.allSatisfy { $0.header("Content-Type") == nil })
    }

    @Test(arguments: ["", "A B", "GET\r\n", "GET\0", "G:"])
    func `a method that is no token is refused`(_ method: String) async throws {
      let server = try KeepingServer()
      let error = try await CurlEngine.start().failure(of: pooled(method, server.origin))
      #expect(error.kind == .invalidMethod)
      #expect(server.connectionCount == 0)
    }

    @Test(arguments: ["content-length", "Transfer-Encoding"])
    func `a field that speaks of the body's length is refused`(_ name: String) async throws {
      let server = try KeepingServer()
      var request = pooled("POST", server.origin, body: .bytes([1]))
      request.headers = [.init(name: name, value: "2")]
      #expect(try await CurlEngine.start().failure(of: request).kind == .invalidHeader)
      request = pooled("HEAD", server.origin, body: .bytes([1]))
      #expect(try await CurlEngine.start().failure(of: request).kind == .invalidMethod)
    }
  }
}

/// An open file without a name.
final class File: Sendable {
  let descriptor: CInt

  init(_ bytes: [UInt8]) throws {
    descriptor = try check("open", open("/tmp", O_RDWR | 0o20_200_000, 0o600))
    try check("write", CInt(write(descriptor, bytes, bytes.count)))
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit {
    close(descriptor)
  }

  func content() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1_000_000)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    return Array(buffer.prefix(max(count, 0)))
  }
}
