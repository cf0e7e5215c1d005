import NetwatchClient
import NetwatchTestSupport
import Testing

/// `netwatch submit` with a service of its own, and a server that gets the requests.
@Suite(.timeLimit(.minutes(1))) struct SubmitTests {
  private static let configuration = "{ http: { allowLoopback: true } }"

  private func run(
    _ service: ServeProcess,
    _ arguments: [String],
    input: String? = nil
  ) async throws -> ProcessOutput {
    try await Asking.run(["submit"] + arguments, at: service.socket, input: input)
  }

  @Test func `a request is handed in, sent and waited for`() async throws {
    let service = try await ServeProcess(configuration: Self.configuration)
    let server = try ScriptedServer(script: .http(status: 204))
    let secret = try service.folder.write("Bearer s3cret\n", to: "secret")
    let output = try await run(
      service,
      [
        "http", "PATCH", "\(server.origin)/a?b=c", "--wait", "--requirement", "nothing",
        "--header", "Authorization: @file:\(secret)", "--header", "X-A:  1", "--body-file", "-",
        "--retry-safety", "always", "--priority", "high", "--deadline", "1m", "--timeout", "5s",
      ],
      input: "hello"
    )
    #expect(output.status == .success)
    #expect(output.stdout == "1\n")
    #expect(output.stderr.isEmpty)
    let request = try #require(server.requests.first)
    #expect(request.line == "PATCH /a?b=c HTTP/1.1")
    #expect(request.header("Authorization") == "Bearer s3cret")
    #expect(request.header("X-A") == "1")
    #expect(request.body == "hello")
    let job = try await service.client.job(1)
    #expect(job.job.priority == .high)
    #expect(job.job.requirement == .nothing)
  }

  @Test func `a job that fails for good gives 1, and why`() async throws {
    let service = try await ServeProcess(configuration: Self.configuration)
    let server = try ScriptedServer(script: .http(status: 404))
    let output = try await run(
      service,
      ["http", "POST", server.origin, "--wait", "--requirement", "nothing"]
    )
    #expect(output.status == .exited(1))
    #expect(output.stdout == "1\n")
    #expect(output.complaint?.hasPrefix("job 1 is dead: ") == true)
    let json = try await run(
      service,
      ["http", "POST", server.origin, "--wait", "--requirement", "nothing", "--json"]
    )
    #expect(json.status == .exited(1))
    let lines = json.stdout.split(separator: "\n")
    #expect(lines.count == 2)
    let submitted: SubmittedServiceJob = try ServiceJSON.decode(from: Array(lines[0].utf8))
    let ended: ServiceJob = try ServiceJSON.decode(from: Array(lines[1].utf8))
    #expect(submitted.id == ended.id)
    #expect(ended.state == .dead)
  }

  @Test func `a wait goes on when the service is restarted`() async throws {
    let server = try ScriptedServer(script: .http(status: 204))
    let first = try await ServeProcess(configuration: Self.configuration)
    let process = try ChildProcess.start([
      Asking.netwatch, "submit", "http", "POST", server.origin, "--wait", "--requirement",
      "nothing", "--not-before", "2s", "--socket", first.socket,
    ])
    #expect(try await process.nextLine() == "1")
    #expect(try await first.end() == .success)
    let second = try await ServeProcess(configuration: Self.configuration, in: first.folder)
    #expect(try await process.waitForExit(limit: .seconds(20)) == .success)
    #expect(server.requestCount == 1)
    #expect(try await second.end() == .success)
  }

  @Test func `the same key gives the same job`() async throws {
    let service = try await ServeProcess()
    let job = ["http", "POST", "http://192.0.2.1/", "--not-before", "1h"]
    for key in [["--idempotency-key", "k"], ["--unique-key", "u"]] {
      let first = try await run(service, job + key)
      let second = try await run(service, job + key)
      #expect(first.status == .success && second.status == .success)
      #expect(first.stdout == second.stdout)
      #expect(second.complaint == "job \(first.stdout.dropLast()) was there already")
    }
    let other = try await run(service, job + ["--body", "x", "--idempotency-key", "k"])
    #expect(other.status == .exited(1))
  }

  @Test func `documents are handed in as they are`() async throws {
    let service = try await ServeProcess()
    let job = #"{"kind":"http","http":{"method":"GET","url":"http://192.0.2.1/"},"notBefore":"1h"}"#
    let list = try await run(service, ["--json-file", "-", "--json"], input: "[\(job),\(job)]")
    #expect(list.status == .success)
    #expect(list.stdout.split(separator: "\n").count == 2)
    let path = try service.folder.write(job, to: "job.json")
    let one = try await run(service, ["--json-file", path])
    #expect(one.stdout == "3\n")
    let wrong = try await run(
      service,
      ["--json-file", "-"],
      input: #"{"colour":1,"# + job.dropFirst()
    )
    #expect(wrong.status == .exited(1))
    #expect(wrong.complaint?.hasPrefix("colour: ") == true)
  }

  @Test func `a program of the configuration is run`() async throws {
    let folder = try TemporaryFolder()
    let output = folder.file("out")
    let configuration = """
      { exec: { templates: { note: { program: "/usr/bin/touch", requirement: "nothing",
        arguments: [{ name: "PATH", type: "path" }] } } } }
      """
    let service = try await ServeProcess(configuration: configuration, in: folder)
    let result = try await run(service, ["exec", "note", "PATH=\(output)", "--wait"])
    #expect(result.status == .success, "\(result.stderr)")
    #expect(try folder.names.contains("out"))
    let shown = try await Asking.run(["jobs", "show", "1"], at: service.socket)
    #expect(shown.stdout.contains("PATH=\(output)"))
    let refused = try await run(service, ["exec", "note", "PATH=-rf"])
    #expect(refused.status == .exited(1))
    let unknown = try await run(service, ["exec", "other"])
    #expect(unknown.status == .exited(1))
    #expect(unknown.complaint != nil)
  }
}
