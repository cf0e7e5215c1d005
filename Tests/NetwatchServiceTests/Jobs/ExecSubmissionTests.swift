import NetwatchCore
import NetwatchJobs
import Testing

@testable import NetwatchService

/// Submissions of the kind `exec`.
struct ExecSubmissionTests {
  private static func configure(_ configuration: inout ServiceConfiguration) {
    var template = ExecTemplate(program: "/bin/true", destination: "backups")
    template.arguments = [
      .text("--to"), .parameter(.init(name: "host", kind: .word(pattern: "db-*"))),
      .parameter(.init(name: "count", kind: .integer(1...9))),
    ]
    template.needsInternet = false
    configuration.execTemplates = ["backup": template]
  }

  private func body(_ arguments: String, template: String = "backup", _ more: String = "") -> String
  {
    #"""
    {"kind":"exec","exec":{"template":"\#(template)","arguments":\#(arguments)}\#(more)}
    """#
  }

  private static let good = #"{"host":"db-1","count":3}"#

  @Test func `a job names a template, and what it is given`() throws {
    let kinds = kinds(Self.configure)
    let job = try #require(try kinds.jobs(body(Self.good)).first)
    #expect(job.kind == "exec")
    #expect(job.options.destination == "backups")
    #expect(job.options.requirement == .nothing)
    let arguments = ["count": "3", "host": "db-1"]
    #expect(try ExecJob(payload: job.payload) == ExecJob(template: "backup", arguments: arguments))
    let shown = kinds.describe(.sample("exec", job.payload)).text
    #expect(shown == "backup count=3 host=db-1")
  }

  @Test(
    "What a template does not take is refused",
    arguments: [
      (#"{"host":"db-1"}"#, "exec.arguments.count"), (#"{"count":3}"#, "exec.arguments.host"),
      (#"{"host":"web-1","count":3}"#, "exec.arguments.host"),
      (#"{"host":"--help","count":3}"#, "exec.arguments.host"),
      (#"{"host":"db-1","count":10}"#, "exec.arguments.count"),
      (#"{"host":"db-1","count":-1}"#, "exec.arguments.count"),
      (#"{"host":"db-1","count":3,"x":1}"#, "exec.arguments.x"), ("[]", "exec.arguments"),
    ]
  )
  func refused(arguments: String, field: String) {
    let kinds = kinds(Self.configure)
    #expect(kinds.refusal(of: body(arguments))?.field == field)
    #expect(kinds.refusal(of: "[\(body(Self.good)),\(body(arguments))]")?.field == "[1].\(field)")
  }

  @Test func `a template must be there, and its destination is its own`() {
    let kinds = kinds(Self.configure)
    #expect(kinds.refusal(of: body("{}", template: "other"))?.field == "exec.template")
    let elsewhere = body(Self.good, #","destination":"elsewhere""#)
    #expect(kinds.refusal(of: "[\(elsewhere)]")?.field == "[0].destination")
    #expect(kinds.refusal(of: body(Self.good, #","destination":"backups""#)) == nil)
  }

  @Test func `without templates, or with a shared store, no program is ever run`() {
    let shared = kinds { configuration in
      Self.configure(&configuration)
      configuration.store = .postgres("postgresql://db.example/jobs")
    }
    #expect(shared.handlers.map(\.kind) == ["http"])
    for kinds in [kinds(), shared] {
      #expect(kinds.refusal(of: body(Self.good))?.field == "kind")
    }
  }

  @Test func `templates that a reload brings are used, and those that it takes are not`() {
    let kinds = kinds()
    #expect(kinds.handlers.map(\.kind) == ["http", "exec"])
    var configuration = ServiceConfiguration()
    Self.configure(&configuration)
    kinds.update(configuration)
    #expect(kinds.refusal(of: body(Self.good)) == nil)
    kinds.update(ServiceConfiguration())
    #expect(kinds.refusal(of: body(Self.good))?.field == "kind")
  }
}
