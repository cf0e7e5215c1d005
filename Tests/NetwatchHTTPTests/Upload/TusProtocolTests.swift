import NetwatchCore
import NetwatchHTTP
import NetwatchTestSupport
import Testing

@Suite("What a server of tus asks for, and what it gets wrong")
struct TusProtocolTests {
  @Test("A part is summed up as the server asks for it")
  func checksum() async throws {
    var behaviour = TusServer.Behaviour()
    behaviour.abilities = [
      "Tus-Extension: creation, checksum", "Tus-Checksum-Algorithm: crc32,sha1, sha256",
    ]
    let (server, file) = (try TusServer(behaviour), try UploadFile(count: 0))
    try file.write(Array("abc".utf8))
    let client = UploadClient.make()
    try await client.upload(file: file.path, to: server.origin, options: .resumable)
    #expect(
      server.requests.last?.header("Upload-Checksum")
        == "sha256 ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
    )
    #expect(server.uploads == [Array("abc".utf8)])
  }

  @Test("With checksums a file goes out in chunks of 8 MiB")
  func chunks() async throws {
    var behaviour = TusServer.Behaviour()
    behaviour.abilities = ["Tus-Extension: checksum", "Tus-Checksum-Algorithm: sha1"]
    let (server, file) = (try TusServer(behaviour), try UploadFile(count: 9 << 20))
    let client = UploadClient.make()
    try await client.upload(file: file.path, to: server.origin, options: .resumable)
    #expect(server.uploads == [file.bytes])
    let lengths = server.requests.filter { $0.method == "PATCH" }
      .compactMap { $0.header("Content-Length") }
    #expect(lengths == ["\(8 << 20)", "\(1 << 20)"])
  }

  @Test(
    "A server that does not keep to the protocol is told by a sentence, and not tried again",
    arguments: [
      ("POST", "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n", "none of tus"),
      ("PATCH", "HTTP/1.1 204 \r\n\r\n", "names no offset"),
      ("PATCH", "HTTP/1.1 204 \r\nUpload-Offset: 5000\r\n\r\n", "names the offset 5000"),
      ("PATCH", "HTTP/1.1 204 \r\nUpload-Offset: -1\r\n\r\n", "names the offset \"-1\""),
      ("OPTIONS", "HTTP/1.1 204 \r\nTus-Max-Size: 999\r\n\r\n", "at most 999 bytes"),
      ("OPTIONS", "HTTP/1.1 204 \r\nTus-Version: 0.2.2\r\n\r\n", "not its version 1.0.0"),
    ]
  )
  func faults(_ method: String, _ answer: String, _ words: String) async throws {
    var behaviour = TusServer.Behaviour()
    behaviour.answers[method] = [answer]
    let (server, file) = (try TusServer(behaviour), try UploadFile(count: 1_000))
    let error = await #expect(throws: NetworkError.self) {
      try await UploadClient.make().upload(
        file: file.path,
        to: server.origin,
        options: .resumable
      )
    }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(server.requests.last?.method == method)
  }

  @Test("A server that takes nothing is not asked for ever")
  func stalls() async throws {
    var behaviour = TusServer.Behaviour()
    let nothing = "HTTP/1.1 204 \r\nUpload-Offset: 0\r\n\r\n"
    behaviour.answers["PATCH"] = Array(repeating: nothing, count: 100)
    let (server, file) = (try TusServer(behaviour), try UploadFile(count: 1_000))
    let error = await #expect(throws: NetworkError.self) {
      try await UploadClient.make().upload(
        file: file.path,
        to: server.origin,
        options: .resumable
      )
    }
    #expect(error?.message.contains("does not get beyond the offset 0, after 5 times") == true)
    #expect(server.requests.count { $0.method == "PATCH" } == 5)
  }

  @Test("A server that takes no part although it knows the upload is not asked for ever")
  func refuses() async throws {
    var behaviour = TusServer.Behaviour()
    let gone = "HTTP/1.1 404 \r\nContent-Length: 0\r\n\r\n"
    behaviour.answers["PATCH"] = Array(repeating: gone, count: 100)
    let (server, file) = (try TusServer(behaviour), try UploadFile(count: 1_000))
    await #expect(throws: NetworkError.self) {
      try await UploadClient.make().upload(
        file: file.path,
        to: server.origin,
        options: .resumable
      )
    }
    #expect(server.requests.count { $0.method == "PATCH" } == 5)
  }

  @Test("A server that takes less than it was sent gets the rest")
  func takesLess() async throws {
    var behaviour = TusServer.Behaviour()
    behaviour.cuts = [400]
    behaviour.answers["HEAD"] = ["HTTP/1.1 200 \r\nUpload-Offset: 300\r\nContent-Length: 0\r\n\r\n"]
    let (server, file) = (try TusServer(behaviour), try UploadFile(count: 1_000))
    let client = UploadClient.make()
    // The server has 400 and says 300: its 409 corrects that.
    try await client.upload(file: file.path, to: server.origin, options: .resumable)
    #expect(server.uploads == [file.bytes])
  }
}
