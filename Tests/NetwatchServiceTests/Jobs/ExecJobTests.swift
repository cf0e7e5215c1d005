import NetwatchCore
import NetwatchJobs
import NetwatchTestSupport
import Testing

@testable import NetwatchService

/// Jobs of the kind `exec`, with real programs.
@Suite(.timeLimit(.minutes(1)))
struct ExecJobTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func runs(
    _ script: String,
    attempts: Int = 2,
    timeout: Duration = .seconds(20),
    _ configure: (inout ExecTemplate) -> Void = { _ in }
  ) -> JobRuns {
    var template = ExecTemplate(program: "/bin/sh", destination: "exec:t")
    template.arguments = [
      .text("-c"), .text(script), .text("sh"),
      .parameter(.init(name: "word", kind: .word(pattern: nil))),
    ]
    template.workingDirectory = folder.path
    template.environment = ["PATH": "/usr/bin:/bin", "FIXED": "yes"]
    template.timeout = timeout
    configure(&template)
    return JobRuns(attempts: attempts) { $0.execTemplates["t"] = template }
  }

  private static let body = #"{"kind":"exec","exec":{"template":"t","arguments":{"word":"w.1"}}}"#

  @Test func `the program gets what the job gives, and what names the job`() async throws {
    let job = try await runs(#"echo "$1 $FIXED" >out; env >env"#).end(of: Self.body)
    #expect(job.state == .succeeded)
    #expect(try folder.read("out") == Array("w.1 yes\n".utf8))
    let variables = String(decoding: try folder.read("env"), as: UTF8.self).split(separator: "\n")
    #expect(variables.contains("NETWATCH_JOB=\(job.id)"))
    #expect(variables.contains("NETWATCH_ATTEMPT=1"))
    #expect(variables.contains("NETWATCH_IDEMPOTENCY_KEY=\(job.idempotencyKey)"))
    let own = ["PATH=", "FIXED=", "NETWATCH_", "PWD=", "SHLVL=", "OLDPWD=", "_="]
    #expect(variables.allSatisfy { variable in own.contains { variable.hasPrefix($0) } })
  }

  @Test(
    "Whatever may pass is tried again",
    arguments: ["exit 75", "exit 1", "kill -9 $$", "exit 127"]
  )
  func again(script: String) async throws {
    let job = try await runs("test -e once && exit 0; touch once; \(script)").end(of: Self.body)
    #expect(job.state == .succeeded)
    #expect(job.attempt == 2)
  }

  @Test("What was called wrongly is not", arguments: [64, 65])
  func permanent(status: Int) async throws {
    let job = try await runs("echo no; exit \(status)", attempts: 5).end(of: Self.body)
    #expect(job.state == .dead)
    #expect(job.attempt == 1)
    #expect(job.reason == "the program failed with status \(status): no")
  }

  @Test func `the end of its output tells why, and no terminal obeys it`() async throws {
    let script = #"seq 1 5000; printf 'a\033[2Jb\nlast\n'; exit 1"#
    let failure = try #require(
      try await runs(script, attempts: 1).end(of: Self.body).failures.first
    )
    #expect(failure.hasPrefix("the program failed with status 1: …"))
    #expect(failure.hasSuffix(#" | a\u{1b}[2Jb | last"#))
    #expect(failure.unicodeScalars.count <= 500)
  }

  @Test func `its time is limited`() async throws {
    let job = try await runs("sleep 1000", attempts: 1, timeout: .milliseconds(200))
      .end(of: Self.body)
    #expect(job.failures == ["the program was ended after 200ms"])
  }

  @Test func `a program that is not there is waited for`() async throws {
    let path = folder.file("program")
    let runs = runs("", attempts: 1000) { $0.program = path }
    let receipts = try await runs.scheduler.submit(runs.kinds.jobs(Self.body))
    let id = try #require(receipts.first).id
    let job = try await runs.running {
      try await eventually(within: .seconds(10)) {
        try await runs.scheduler.job(id)?.failures.isEmpty == false
      }
      _ = try ChildProcess.check(["ln", "-s", "/bin/true", path])
      return try await runs.end(of: id)
    }
    #expect(job.state == .succeeded)
    #expect(job.failures.first?.hasSuffix("no such file or directory") == true)
  }

  @Test func `a template that is gone, or takes something else now, is waited for`() async throws {
    for (change, reason) in [
      ({ $0.execTemplates = [:] }, "the configuration has no template t any more"),
      (
        {
          $0.execTemplates["t"]?.arguments = [.parameter(.init(name: "word", kind: .choice(["a"])))]
        }, "the template takes this no longer: "
      ),
    ] as [((inout ServiceConfiguration) -> Void, String)] {
      let runs = runs("touch ran", attempts: 1000)
      let receipts = try await runs.scheduler.submit(runs.kinds.jobs(Self.body))
      let id = try #require(receipts.first).id
      var configuration = ServiceConfiguration()
      var template = ExecTemplate(program: "/bin/true", destination: "exec:t")
      template.arguments = [.parameter(.init(name: "word", kind: .word(pattern: nil)))]
      configuration.execTemplates["t"] = template
      let restored = configuration
      change(&configuration)
      runs.kinds.update(configuration)
      let job = try await runs.running {
        try await eventually(within: .seconds(10)) {
          try await runs.scheduler.job(id)?.failures.isEmpty == false
        }
        #expect(try await runs.scheduler.job(id)?.state.isFinal == false)
        runs.kinds.update(restored)
        return try await runs.end(of: id)
      }
      #expect(job.state == .succeeded)
      #expect(job.failures.first?.contains(reason) == true, "\(job.failures)")
      #expect(try folder.names.isEmpty)
    }
  }

  @Test func `a job that is cancelled takes its program with it`() async throws {
    let runs = runs("echo $$ >pid; sleep 1000")
    let receipts = try await runs.scheduler.submit(runs.kinds.jobs(Self.body))
    let id = try #require(receipts.first).id
    try await runs.running {
      try await eventually(within: .seconds(10)) { (try? folder.read("pid"))?.isEmpty == false }
      #expect(try await runs.scheduler.cancel(id))
      let pid = try #require(
        Int32(String(decoding: try folder.read("pid"), as: UTF8.self).filter(\.isNumber))
      )
      try await eventually(within: .seconds(10)) { Proc(pid).state == nil }
    }
  }
}
