import NetwatchClient
import NetwatchTestSupport
import Testing

/// `netwatch jobs`, `report` and `page` with a service of its own.
@Suite(.timeLimit(.minutes(1))) struct JobsTests {
  private func run(_ service: ServeProcess, _ line: String) async throws -> ProcessOutput {
    try await Asking.run(line.split(separator: " ").map(String.init), at: service.socket)
  }

  private func submit(_ count: Int, to service: ServeProcess) async throws {
    var job = NewServiceJob.http("GET", "http://192.0.2.1/a?secret=1")
    job.notBefore = .seconds(3600)
    try await service.client.submit([NewServiceJob](repeating: job, count: count))
  }

  @Test func `jobs are listed, a line each`() async throws {
    let service = try await ServeProcess()
    let none = try await run(service, "jobs")
    #expect(none.status == .success)
    #expect(none.stdout.isEmpty)
    #expect(none.complaint == "no such job waits, runs or is dead; --all lists the others too")
    try await submit(3, to: service)
    let lines = try await run(service, "jobs").stdout.split(separator: "\n").map { words($0) }
    #expect(lines.first == ["ID", "STATE", "KIND", "DESTINATION", "AGE", "ATTEMPT", "REASON"])
    #expect(lines.count == 4)
    #expect(lines[1].prefix(4) == ["1", "waiting", "http", "http://192.0.2.1:80"])
    let json = try await run(service, "jobs list --json --state waiting").stdout
    #expect(try await run(service, "jobs cancel 3").status == .success)
    #expect(try await run(service, "jobs").stdout.split(separator: "\n").count == 3)
    #expect(try await run(service, "jobs --all").stdout.split(separator: "\n").count == 4)
    let jobs: [ServiceJob] = try json.split(separator: "\n").map {
      try ServiceJSON.decode(from: Array($0.utf8))
    }
    #expect(jobs.map(\.id) == [1, 2, 3])
  }

  private func words(_ line: Substring) -> [String] {
    line.split(separator: " ").map(String.init)
  }

  @Test func `a limit is kept, and it is said that there are more`() async throws {
    let service = try await ServeProcess()
    try await submit(1_000, to: service)
    try await submit(5, to: service)
    let usual = try await run(service, "jobs")
    #expect(usual.stdout.split(separator: "\n").count == 101)
    #expect(usual.complaint == "there are more; --limit or --all lists them")
    let few = try await run(service, "jobs --limit 2 --json")
    #expect(few.stdout.split(separator: "\n").count == 2)
    let exact = try await run(service, "jobs --limit 1005 --json")
    #expect(exact.stdout.split(separator: "\n").count == 1_005)
    #expect(exact.stderr.isEmpty)
    let all = try await run(service, "jobs --all --json")
    #expect(all.stdout.split(separator: "\n").count == 1_005)
  }

  @Test func `filters are the service's`() async throws {
    let service = try await ServeProcess()
    try await submit(2, to: service)
    for filter in [
      "--state dead", "--kind exec", "--destination http://192.0.2.2:80", "--owner 12345",
      "--state running --state parked",
    ] {
      #expect(try await run(service, "jobs \(filter)").stdout.isEmpty, "\(filter)")
    }
    let found = try await run(service, "jobs --kind http --destination http://192.0.2.1:80 --json")
    #expect(found.stdout.split(separator: "\n").count == 2)
  }

  @Test func `a job is shown with why it is where it is, and without secrets`() async throws {
    let service = try await ServeProcess()
    try await submit(1, to: service)
    let shown = try await run(service, "jobs show 1")
    #expect(shown.status == .success)
    #expect(shown.stdout.hasPrefix("job 1\n  state         waiting\n"))
    #expect(shown.stdout.contains("  request       GET http://192.0.2.1/a?…\n"))
    #expect(!shown.stdout.contains("secret"))
    let why = try await run(service, "jobs why 1")
    #expect(why.stdout.split(separator: "\n").count == 1)
    #expect(shown.stdout.contains(why.stdout.dropLast(4)))
    let json = try await run(service, "jobs show 1 --json").stdout
    let details: ServiceJobDetails = try ServiceJSON.decode(from: Array(json.utf8))
    #expect(details.job.id == 1)
  }

  @Test func `what is not there gives 1, and keeps nothing from the others`() async throws {
    let service = try await ServeProcess()
    try await submit(2, to: service)
    let output = try await run(service, "jobs cancel 7 1 2")
    #expect(output.status == .exited(1))
    #expect(output.stdout == "job 1 is cancelled\njob 2 is cancelled\n")
    #expect(output.complaint?.hasPrefix("job 7: ") == true)
    let again = try await run(service, "jobs cancel 1")
    #expect(again.status == .exited(1))
    #expect(again.stdout.isEmpty)
    #expect(try await run(service, "jobs show 7").status == .exited(1))
    #expect(try await run(service, "jobs why 1 --json").stdout.hasPrefix(#"{"id":1,"why":""#))
    let retried = try await run(service, "jobs retry 1 --json")
    #expect(retried.stdout == #"{"id":1,"state":"ready"}"# + "\n")
  }

  @Test func `all that are dead are retried`() async throws {
    let service = try await ServeProcess(configuration: "{ http: { allowLoopback: true } }")
    let server = try ScriptedServer(script: .http(status: 404))
    var job = NewServiceJob.http("GET", server.origin)
    job.requirement = .nothing
    try await service.client.submit([job, job])
    try await submit(1, to: service)
    try await eventually(within: .seconds(20)) {
      try await run(service, "jobs --state dead --json").stdout.split(separator: "\n").count == 2
    }
    server.script = .http(status: 204)
    let output = try await run(service, "jobs retry --dead")
    #expect(output.stdout == "job 1 is ready\njob 2 is ready\n")
    try await eventually(within: .seconds(20)) {
      try await run(service, "jobs --state succeeded --json").stdout.split(separator: "\n").count
        == 2
    }
    #expect(try await run(service, "jobs retry --dead").stdout.isEmpty)
  }

  @Test func `the report is told as text, as JSON and as a page`() async throws {
    let service = try await ServeProcess()
    let text = try await run(service, "report")
    #expect(text.status == .success, "\(text.stderr)")
    #expect(text.stdout.hasPrefix("From "))
    #expect(!text.stdout.hasSuffix("\n\n"))
    let json = try await run(service, "report --since 7d --json").stdout
    let history: HistoryDocument = try ServiceJSON.decode(from: Array(json.utf8))
    #expect(history.from < history.to)
    let path = service.folder.file("report.html")
    let page = try await run(service, "report --html \(path)")
    #expect(page.status == .success && page.stdout.isEmpty)
    let written = String(decoding: try service.folder.read("report.html"), as: UTF8.self)
    #expect(written.lowercased().hasPrefix("<!doctype html>"))
    let names = try service.folder.names
    #expect(!names.contains { $0.hasSuffix(".new") })
    let printed = try await run(service, "report --html -").stdout
    #expect(printed.lowercased().hasPrefix("<!doctype html>"))
    let folder = try await run(service, "report --html \(service.folder.path)")
    #expect(folder.complaint == "cannot write \(service.folder.path): Is a directory")
    let device = try await run(service, "report --html /dev/null")
    #expect(device.status == .success)
    #expect(
      try ChildProcess.check(["stat", "-c", "%F", "/dev/null"]) == "character special file\n"
    )
    let nowhere = try await run(service, "report --html /nowhere/report.html")
    #expect(nowhere.status == .exited(3))
    #expect(nowhere.complaint == "cannot write /nowhere/report.html: No such file or directory")
  }

  @Test func `the link to the page needs a port`() async throws {
    let service = try await ServeProcess()
    let output = try await run(service, "page")
    #expect(output.status == .exited(1))
    #expect(output.complaint != nil)
  }
}
