import CLinux
import Glibc
import NetwatchCore
import NetwatchHTTP
import NetwatchTestSupport
import Testing

/// Files that are filled from answers.
@Suite(.timeLimit(.minutes(1)))
struct DownloadTests {
  private static let half: ScriptedServer.Script = [
    .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"),
  ]

  private let folder: TemporaryFolder
  private let client = NetworkClient.testing().with(.hastyBackoff())

  init() throws {
    folder = try TemporaryFolder()
  }

  private func download(from server: ScriptedServer, to name: String = "file") async throws
    -> NetworkResponse
  {
    try await client.download(.init(url: "\(server.origin)/"), to: folder.file(name))
  }

  @Test func `each attempt begins with an empty file, and only an accepted answer gets there`()
    async throws
  {
    let server = try ScriptedServer(script: .http(body: "complete"))
    server.enqueue(Self.half, .http(status: 503, body: "an error's page, longer than the file"))
    #expect(try await download(from: server).attempts == 3)
    #expect(try folder.names == ["file"])
    #expect(String(decoding: try folder.read("file"), as: UTF8.self) == "complete")
  }

  @Test func `the old file is replaced at once, or not touched`() async throws {
    try folder.write("old", to: "file")
    let server = try ScriptedServer(script: Self.half)
    let error = try await NetworkError.from { try await download(from: server) }
    #expect(error.networkErrorType == .connectionLost)
    #expect(error.attempts.count == 3)
    #expect(try folder.names == ["file"])
    #expect(try folder.read("file") == Array("old".utf8))
    server.script = .http(body: "new")
    _ = try await download(from: server)
    #expect(try folder.read("file") == Array("new".utf8))
  }

  @Test func `the page of a refusal lands in the error`() async throws {
    let server = try ScriptedServer(script: .http(status: 404, body: "no such thing"))
    let error = try await NetworkError.from { try await download(from: server) }
    #expect(error.response?.body == Array("no such thing".utf8))
    #expect(try folder.names.isEmpty)
  }

  @Test func `a cancelled download leaves nothing`() async throws {
    try folder.write("old", to: "file")
    let server = try ScriptedServer(
      script: [
        .readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendEvery("x", .milliseconds(10)),
      ]
    )
    let (client, path) = (client, folder.path)
    let lag = try await shortestCancellationLag(
      of: { try await client.download(.init(url: "\(server.origin)/"), to: "\(path)/file") },
      when: { _ in try await eventually(within: .seconds(5)) { try folder.names.count == 2 } }
    )
    #expect(lag <= cancellationLimit)
    #expect(try folder.names == ["file"])
    #expect(try folder.read("file") == Array("old".utf8))
  }

  @Test func `a folder that is missing is named, and nothing is sent`() async throws {
    let server = try ScriptedServer()
    let error = try await NetworkError.from { try await download(from: server, to: "none/file") }
    #expect(error.networkErrorType == .invalidRequest)
    #expect(error.message.contains(folder.file("none/file")))
    #expect(server.requestCount == 0)
  }

  @Test(.enabled(if: Privilege.isHostRoot))
  func `a full disk is said to be full, and is not asked again`() async throws {
    let disk = folder.file("disk")
    mkdir(disk, 0o700)
    try #require(mount("tmpfs", disk, "tmpfs", 0, "size=64k") == 0)
    defer {
      umount(disk)
      rmdir(disk)
    }
    let server = try ScriptedServer(script: .http(body: String(repeating: "x", count: 1 << 20)))
    let error = try await NetworkError.from { try await download(from: server, to: "disk/file") }
    #expect(error.message.contains("No space left on device"), "\(error)")
    #expect(server.requestCount == 1)
  }
}
