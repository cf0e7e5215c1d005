import NetwatchCore
import NetwatchHTTP
import NetwatchTestSupport
import Testing

@Suite("Uploading to a server of tus")
struct TusUploadTests {
  @Test("The file arrives in one part, with its length and name")
  func arrives() async throws {
    let (server, file) = (try TusServer(), try UploadFile(count: 300_000))
    let response = try await UploadClient.make().upload(
      file: file.path,
      to: server.origin + "/files",
      options: .resumable
    )
    #expect(server.uploads == [file.bytes])
    #expect(server.requests.map(\.method) == ["OPTIONS", "POST", "PATCH"])
    #expect(response.url == server.origin + "/files/0")
    let creation = server.requests[1]
    #expect(creation.header("Upload-Length") == "300000")
    #expect(creation.header("Upload-Metadata")?.hasPrefix("filename ") == true)
    #expect(server.requests.dropFirst().allSatisfy { $0.header("Tus-Resumable") == "1.0.0" })
    #expect(server.requests[2].header("Content-Type") == "application/offset+octet-stream")
    #expect(server.requests[2].header("Upload-Offset") == "0")
    #expect(file.openCount == 0)
  }

  @Test("An empty file is there when it is created")
  func empty() async throws {
    let (server, file) = (try TusServer(), try UploadFile(count: 0))
    let client = UploadClient.make()
    try await client.upload(file: file.path, to: server.origin, options: .resumable)
    #expect(server.requests.map(\.method) == ["OPTIONS", "POST"])
    #expect(server.uploads == [[]])
  }

  @Test("After a lost connection it goes on from the server's offset")
  func goesOn() async throws {
    var behaviour = TusServer.Behaviour()
    behaviour.cuts = [100_000, 0, 50_000]
    let (server, file) = (try TusServer(behaviour), try UploadFile(count: 500_000))
    let client = UploadClient.make()
    try await client.upload(file: file.path, to: server.origin, options: .resumable)
    #expect(server.uploads == [file.bytes])
    #expect(server.requests.count { $0.method == "POST" } == 1)
    let offsets = server.requests.filter { $0.method == "PATCH" }
      .compactMap { $0.header("Upload-Offset") }
    #expect(
      offsets == ["0", "100000", "150000"] || offsets == ["0", "100000", "100000", "150000"]
    )
  }

  @Test(
    "4 MiB arrive byte for byte over 1,000 connections that are lost at random",
    .timeLimit(.minutes(2))
  )
  func thousandCuts() async throws {
    let file = try UploadFile(count: 4 << 20)
    var generator = SeededGenerator(seed: 7)
    var behaviour = TusServer.Behaviour()
    behaviour.cuts = (0..<1_000).map { _ in Int.random(in: 1...8_000, using: &generator) }
    let server = try TusServer(behaviour)
    let reports = Reports()
    let response = try await UploadClient.make(maxAttempts: 2).upload(
      file: file.path,
      to: server.origin,
      options: .resumable,
      progress: { reports.append($0) }
    )
    #expect(server.uploads == [file.bytes])
    #expect(response.attempts == 1_001)
    #expect(reports.all.last == UploadProgress(sent: 4 << 20, total: 4 << 20))
    #expect(server.requests.count { $0.method == "POST" } == 1)
  }

  @Test("Attempts that bring nothing forward count, and end with their history")
  func givesUp() async throws {
    var behaviour = TusServer.Behaviour()
    behaviour.cuts = [1_000]
    behaviour.answers["HEAD"] = Array(
      repeating: "HTTP/1.1 503 \r\nContent-Length: 0\r\n\r\n",
      count: 10
    )
    let (server, file) = (try TusServer(behaviour), try UploadFile(count: 100_000))
    let error = await #expect(throws: NetworkError.self) {
      try await UploadClient.make().upload(
        file: file.path,
        to: server.origin,
        options: .resumable
      )
    }
    #expect(error?.networkErrorType == .status(503))
    #expect(error?.attempts.count == 3)
  }

  @Test("An upload that was begun before goes on, and is not created again")
  func resumes() async throws {
    var behaviour = TusServer.Behaviour()
    behaviour.cuts = [60_000]
    let (server, file) = (try TusServer(behaviour), try UploadFile(count: 200_000))
    let created = Lock<[String]>([])
    var options = UploadOptions.resumable
    options.onCreated = { url in created.withLock { $0.append(url) } }
    await #expect(throws: NetworkError.self) {
      try await UploadClient.make(maxAttempts: 1).upload(
        file: file.path,
        to: server.origin,
        options: options
      )
    }
    #expect(created.withLock(\.self) == [server.origin + "/files/0"])
    options.resume = created.withLock(\.first)
    let reports = Reports()
    try await UploadClient.make().upload(file: file.path, to: server.origin, options: options) {
      reports.append($0)
    }
    #expect(server.uploads == [file.bytes])
    #expect(reports.all.first?.sent == 60_000)
    #expect(server.requests.count { $0.method == "POST" } == 1)
  }

  @Test("An upload that the server has forgotten is begun anew, with another key")
  func forgotten() async throws {
    let (server, file) = (try TusServer(), try UploadFile(count: 1_000))
    var options = UploadOptions.resumable
    let client = UploadClient.make()
    try await client.upload(file: file.path, to: server.origin, options: options)
    server.forget()
    options.resume = server.origin + "/files/0"
    try await client.upload(file: file.path, to: server.origin, options: options)
    #expect(server.uploads == [file.bytes, file.bytes])
    let keys = server.requests.filter { $0.method == "POST" }.map { $0.header("Idempotency-Key") }
    #expect(Set(keys).count == 2)
  }

  @Test(
    "A refusal that the protocol has a way out of is followed by it",
    arguments: [(409, "HEAD"), (460, "PATCH"), (423, "HEAD"), (404, "HEAD")]
  )
  func waysOut(_ status: Int, _ follower: String) async throws {
    let (server, file) = (try TusServer(.answering("PATCH", status)), try UploadFile(count: 1_000))
    let client = UploadClient.make()
    try await client.upload(file: file.path, to: server.origin, options: .resumable)
    #expect(server.uploads == [file.bytes])
    #expect(server.requests.map(\.method)[2...3] == ["PATCH", follower])
  }

  @Test("Another origin gets no credentials, and the own one does")
  func credentials() async throws {
    let (other, file) = (try TusServer(), try UploadFile(count: 1_000))
    var behaviour = TusServer.Behaviour()
    behaviour.locationOrigin = other.origin
    let server = try TusServer(behaviour)
    var options = UploadOptions.resumable
    options.headers = ["Authorization": "Bearer s", "Cookie": "c=1", "X-Plain": "1"]
    // There the upload has to be known.
    var creation = options
    creation.headers = []
    try await UploadClient.make().upload(file: file.path, to: other.origin, options: creation)
    let before = other.requests.count
    try await UploadClient.make().upload(
      file: file.path,
      to: server.origin,
      options: options
    )
    #expect(server.requests.allSatisfy { $0.header("Authorization") == "Bearer s" })
    let seen = other.requests.dropFirst(before)
    #expect(!seen.isEmpty)
    for request in seen {
      #expect(request.header("Authorization") == nil)
      #expect(request.header("Cookie") == nil)
      #expect(request.header("X-Plain") == "1")
    }
  }

  @Test("Without a connection it waits for one, and then goes on")
  func waits() async throws {
    let manager = WatchedManager(isAvailable: false)
    var behaviour = TusServer.Behaviour()
    behaviour.cuts = [10_000]
    let (server, file) = (try TusServer(behaviour), try UploadFile(count: 500_000))
    var options = UploadOptions.resumable
    options.requirement = .internet
    let upload = Task { [options] in
      try await UploadClient.make(maxAttempts: 1, manager: manager).upload(
        file: file.path,
        to: server.origin,
        options: options
      )
    }
    try await eventually(within: .seconds(10)) { manager.observerCount == 1 }
    #expect(server.uploads.first?.count == 10_000)
    manager.settable.set(isAvailable: true)
    #expect(try await upload.value.attempts == 2)
    #expect(server.uploads == [file.bytes])
  }
}
