import Glibc
import NetwatchClient
import NetwatchTestSupport
import Testing

/// SIGHUP has the configuration read again.
@Suite(.timeLimit(.minutes(1)))
struct ReloadTests {
  @Test func `what can be taken over is, and what cannot is named`() async throws {
    let service = try await ServeProcess(configuration: "{ lossDelay: \"100ms\" }")
    try write("{ lossDelay: \"1s\", logLevel: \"debug\", history: { retention: \"2d\" } }", service)
    service.process.signal(SIGHUP)
    try await says("lossDelay takes effect with the next start only", service)
    try await says("logLevel was taken over", service)
    try await says("history.retention was taken over", service)
    #expect(try await service.end() == .success)
  }

  @Test func `a mistake changes nothing, and is named`() async throws {
    let service = try await ServeProcess()
    try write("{ logLevel: \"loud\" }", service)
    service.process.signal(SIGHUP)
    try await says("the configuration stays as it was: ", service)
    #expect(service.process.stderr.contains("netwatch.json5:1: logLevel: "))
    _ = try await service.client.state()
    #expect(try await service.end() == .success)
  }

  @Test func `a file that is gone for a moment does not mean the defaults`() async throws {
    let service = try await ServeProcess(configuration: "{ administrators: [12345] }")
    #expect(unlink(service.folder.file("netwatch.json5")) == 0)
    service.process.signal(SIGHUP)
    try await says("the configuration stays as it was: ", service)
    #expect(!service.process.stderr.contains("was taken over"))
    #expect(try await service.end() == .success)
  }

  @Test func `a token that was replaced counts at once, and one that is none changes nothing`()
    async throws
  {
    let folder = try TemporaryFolder()
    let file = folder.file("token")
    let port = "18931"
    let service = try await ServeProcess(["--tcp-port", port, "--token-file", file], in: folder)
    func client() throws -> ServiceClient {
      let token = String(decoding: try folder.read("token").dropLast(), as: UTF8.self)
      return ServiceClient(url: "http://127.0.0.1:\(port)", token: token)
    }
    let old = try client()
    _ = try await old.state()
    try folder.write(Array("short\n".utf8), to: "token")
    service.process.signal(SIGHUP)
    try await says("the token stays as it was: the token file \(file) holds no token", service)
    _ = try await old.state()
    try folder.write(Array("0123456789abcdef\n".utf8), to: "token")
    service.process.signal(SIGHUP)
    try await says("the token was taken over", service)
    _ = try await client().state()
    await #expect(throws: ServiceError.self) { try await old.state() }
    #expect(!service.process.stderr.contains("0123456789abcdef"))
    #expect(try await service.end() == .success)
  }

  @Test func `templates of programs come with it`() async throws {
    let service = try await ServeProcess()
    await #expect(throws: (any Error).self) { try await service.client.submit(.exec("touch")) }
    let file = service.folder.file("touched")
    try write(
      """
      { exec: { templates: { touch: {
        program: "/usr/bin/touch", arguments: ["\(file)"], destination: "here",
        requirement: "nothing",
      } } } }
      """,
      service
    )
    service.process.signal(SIGHUP)
    try await says("exec.templates was taken over", service)
    let job = try await service.client.submit(.exec("touch"))
    try await eventually(within: .seconds(10)) {
      try await service.client.job(job.id).job.state == .succeeded
    }
    #expect(access(file, F_OK) == 0)
    #expect(try await service.end() == .success)
  }

  private func write(_ text: String, _ service: ServeProcess) throws {
    try service.folder.write(Array(text.utf8), to: "netwatch.json5")
  }

  private func says(_ text: String, _ service: ServeProcess) async throws {
    try await eventually(within: .seconds(5)) { service.process.stderr.contains(text) }
  }
}
