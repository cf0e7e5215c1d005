import CLinux
import Glibc
import NetwatchCore
import NetwatchTestSupport
import Testing

/// `upload` as a program.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct UploadProcessTests {
  private let pair: NetworkPair
  private let server: TusServer
  private let folder: TemporaryFolder

  init() throws {
    pair = try NetworkPair(families: [.ipv4])
    server = try TusServer(in: pair.server.name, address: NetworkPair.serverIPv4)
    folder = try TemporaryFolder()
  }

  private var environment: [String] { ["env", "XDG_STATE_HOME=\(folder.path)/state"] }
  private var records: String { folder.file("state/netwatch/uploads") }

  private func file(_ count: Int) throws -> (path: String, bytes: [UInt8]) {
    let text = String(repeating: "0123456789abcde\n", count: count / 16)
    return (try folder.write(text, to: "file"), Array(text.utf8))
  }

  private func run(_ arguments: [String]) throws -> ProcessOutput {
    try Netwatch.run(["upload"] + arguments, in: pair.client, through: environment)
  }

  private func start(_ arguments: [String]) throws -> ChildProcess {
    try Netwatch.start(["upload"] + arguments, in: pair.client, through: environment)
  }

  private func recordNames() -> [String] {
    guard let folder = opendir(records) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// Interrupts a resumable upload in the middle.
  private func interrupted(_ path: String) async throws {
    server.change { $0.pieceDelay = .milliseconds(20) }
    let process = try start([path, server.origin + "/files", "--tus"])
    try await eventually(within: .seconds(10)) { (server.uploads.first?.count ?? 0) > 100_000 }
    process.signal(SIGINT)
    try #expect(await process.waitForExit() == .signalled(SIGINT))
    server.change { $0.pieceDelay = .zero }
    // What is on its way is still taken.
    try await Task.sleep(for: .milliseconds(300))
  }

  @Test func `a file arrives, and a sentence says so`() throws {
    let file = try file(100_000)
    let output = try run([file.path, server.origin, "--header", "X-Key: secret"])
    #expect(output.status == .success)
    #expect(output.stdout == "97.6 KiB sent in 0 s\n" && output.stderr.isEmpty)
    #expect(server.uploads == [file.bytes])
    #expect(server.requests[0].header("X-Key") == "secret")
    #expect(server.requests[0].header("Idempotency-Key") != nil)
  }

  @Test func `a method and JSON are given on demand`() throws {
    let file = try file(1_600)
    let output = try run([file.path, server.origin, "--method", "PUT", "--json"])
    #expect(output.status == .success)
    #expect(output.lines.last?.contains(#""event":"finished","sent":1600,"total":1600"#) == true)
    #expect(server.requests.map(\.method) == ["PUT"])
  }

  @Test func `a final failure is told with its history, and without secrets`() throws {
    let refusal = "HTTP/1.1 404 \r\nContent-Length: 0\r\n\r\n"
    server.change { $0.answers["POST"] = ["HTTP/1.1 503 \r\nContent-Length: 0\r\n\r\n", refusal] }
    let arguments = [
      try file(16).path, server.origin, "--base", "0", "--header", "Authorization: Bearer secret",
    ]
    let output = try run(arguments)
    #expect(output.status == .exited(1) && output.stdout.isEmpty)
    #expect(output.complaints.count == 3)
    #expect(output.complaints[0].hasPrefix("netwatch: HTTP 503: "))
    #expect(output.complaints[0].hasSuffix("; next at once"))
    #expect(output.complaints[1].contains("HTTP 404"))
    #expect(output.complaints[2].contains("attempt 2: HTTP 404"))
    #expect(!output.stderr.contains("secret"))
  }

  @Test func `with JSON an attempt that failed is an object, and the history comes in the end`()
    throws
  {
    let refusals = [503, 404].map { "HTTP/1.1 \($0) \r\nContent-Length: 0\r\n\r\n" }
    server.change { $0.answers["POST"] = refusals }
    let output = try run([try file(16).path, server.origin, "--base", "0", "--json"])
    #expect(output.status == .exited(1) && output.lines.count == 1)
    #expect(
      output.lines[0].contains(#""event":"backoff","sent":16,"total":16,"failure":"HTTP 503"#)
    )
    #expect(output.lines[0].contains(#""delay":0.0"#))
    #expect(output.complaints.count == 3 && output.complaints[1].contains("attempt 1: HTTP 503"))
  }

  @Test(arguments: [
    ["upload"], ["upload", "/no/such", "http://h/"], ["upload", "/dev", "http://h/"],
  ])
  func `wrong arguments are told by a line, and status 2`(arguments: [String]) throws {
    let output = try Netwatch.run(arguments, in: pair.client)
    #expect(output.status == .exited(2))
    #expect(output.complaints.count == 1 && output.stderr.contains("netwatch upload --help"))
  }

  @Test func `without a monitor the status is 3`() throws {
    let output = try run([try file(16).path, server.origin, "--netns", "no-such-namespace"])
    #expect(output.status == .exited(3) && output.complaints.count == 1)
    #expect(server.requests.isEmpty)
  }

  @Test func `the deadline bounds the wait for a connection`() throws {
    try pair.client.ip("route del \(NetworkPair.defaultRoute(.ipv4))")
    let arguments = [try file(16).path, server.origin, "--deadline", "300ms"]
    for wait in [[], ["--when-connected"]] {
      let output = try run(arguments + wait)
      #expect(output.status == .exited(1))
      #expect(output.stderr.contains("the deadline came while it waited for connectivity"))
    }
  }

  @Test func `a connection that comes later is waited for`() async throws {
    let file = try file(16)
    try pair.client.ip("route del \(NetworkPair.defaultRoute(.ipv4))")
    let process = try start([file.path, server.origin, "--json", "--max-attempts", "1"])
    try await eventually(within: .seconds(10)) { process.stdout.contains(#""event":"waiting""#) }
    try pair.client.ip("route add \(NetworkPair.defaultRoute(.ipv4))")
    try #expect(await process.waitForExit() == .success)
    #expect(server.uploads == [file.bytes])
  }

  @Test func `interrupted and started again, a resumable upload goes on`() async throws {
    let file = try file(8_000_000)
    try await interrupted(file.path)
    let name = try #require(recordNames().first)
    var status = stat()
    stat("\(records)/\(name)", &status)
    #expect(status.st_mode & 0o777 == 0o600)
    stat(records, &status)
    #expect(status.st_mode & 0o777 == 0o700)
    #expect(try run([file.path, server.origin + "/files", "--tus"]).status == .success)
    #expect(server.uploads == [file.bytes])
    #expect(recordNames().isEmpty)
  }

  @Test func `a file that has changed is begun anew`() async throws {
    let path = try file(8_000_000).path
    try await interrupted(path)
    try folder.write("another", to: "file")
    #expect(try run([path, server.origin + "/files", "--tus"]).status == .success)
    #expect(server.uploads.last == Array("another".utf8))
  }

  @Test func `a damaged record is ignored with a sentence`() async throws {
    let file = try file(8_000_000)
    try await interrupted(file.path)
    try folder.write("no", to: "state/netwatch/uploads/\(try #require(recordNames().first))")
    let output = try run([file.path, server.origin + "/files", "--tus"])
    #expect(output.status == .success)
    #expect(output.stderr.contains("is damaged; the upload begins anew"))
    #expect(server.uploads.last == file.bytes)
  }

  @Test func `a record behind a symbolic link is neither read nor written`() throws {
    mkdir(folder.file("state"), 0o700)
    mkdir(folder.file("elsewhere"), 0o700)
    symlink(folder.file("elsewhere"), folder.file("state/netwatch"))
    let output = try run([try file(16).path, server.origin + "/files", "--tus"])
    #expect(output.status == .success)
    #expect(output.stderr.contains("where the upload is cannot be kept"))
    #expect(rmdir(folder.file("elsewhere")) == 0)
  }

  @Test func `the cable is pulled in the middle, and the upload goes on`() async throws {
    let file = try file(8_000_000)
    server.change { $0.pieceDelay = .milliseconds(20) }
    let process = try start([
      file.path, server.origin + "/files", "--tus", "--json", "--max-attempts", "1",
    ])
    try await eventually(within: .seconds(10)) { (server.uploads.first?.count ?? 0) > 500_000 }
    try pair.client.ip("link set v0 down")
    try await eventually(within: .seconds(15)) { process.stdout.contains(#""event":"waiting""#) }
    try pair.client.batch(["link set v0 up", "route add \(NetworkPair.defaultRoute(.ipv4))"])
    server.change { $0.pieceDelay = .zero }
    try #expect(await process.waitForExit(limit: .seconds(40)) == .success)
    #expect(server.uploads == [file.bytes])
  }

  @Test func `on a terminal one line is redrawn without colours or controls`() throws {
    server.change { $0.pieceDelay = .milliseconds(40) }
    let command =
      "NO_COLOR=1 TERM=xterm \(Netwatch.path) upload \(try file(4_000_000).path) \(server.origin)"
    let output = try pair.client.exec(["script", "-qec", "env \(command)", "/dev/null"])
    #expect(output.stdout.contains("\r[") && output.stdout.contains(" of 3.8 MiB sent"))
    #expect(output.stdout.contains("3.8 MiB sent in "))
    #expect(!output.stdout.contains("\u{1b}"))
  }
}
