import CLinux
import Glibc
import NetwatchTestSupport
import Testing

@testable import NetwatchService

/// What users may do to each other's jobs; only root can ask as somebody else.
@Suite(.enabled(if: Privilege.isHostRoot, "only root can become another user"))
struct OwnerTests {
  /// Asks as another user, who is in no group.
  private func ask(
    as user: Int,
    _ service: APIFixture,
    _ method: String,
    _ path: String,
    _ body: String? = nil
  ) async throws -> APIAnswer {
    let content = body.map { ["-H", "Content-Type: application/json", "--data-binary", $0] } ?? []
    let command =
      ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "curl", "-s", "-i"]
      + ["-X", method, "--unix-socket", service.socket] + content + ["http://netwatch\(path)"]
    return APIAnswer(text: try await awaitThread { try ChildProcess.check(command) })
  }

  private func serving(
    _ configure: (inout ServiceConfiguration) -> Void = { _ in },
    _ body: (APIFixture) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o755)
    try await APIFixture.serving(in: folder, mode: 0o666, configure, body)
  }

  @Test func `Others' jobs are not there, whatever is tried`() async throws {
    try await serving { service in
      let own = try await ask(as: 1234, service, "POST", "/v1/jobs", httpJob())
      #expect(own.status == 201)
      let id = try #require(try own.json["id"]?.number)
      let tries = [("GET", ""), ("DELETE", ""), ("POST", "/retry")]
      for (method, path) in tries {
        let answer = try await ask(as: 5678, service, method, "/v1/jobs/\(id)\(path)")
        let nothing = try await ask(as: 5678, service, method, "/v1/jobs/\(id + 1)\(path)")
        #expect(answer.status == 404)
        #expect(answer.body == nothing.body)
      }
      for query in ["", "?owner=1234", "?state=ready", "?kind=http", "?owner=5678"] {
        let answer = try await ask(as: 5678, service, "GET", "/v1/jobs\(query)")
        #expect(answer.status == 200)
        #expect(try answer.json["jobs"]?.elements.isEmpty == true, "\(query)")
      }
      let listed = try await ask(as: 1234, service, "GET", "/v1/jobs?owner=1234").json
      #expect(listed["jobs"]?.elements.map { $0["owner"]?.text } == ["1234"])
      #expect(try await ask(as: 1234, service, "DELETE", "/v1/jobs/\(id)").status == 200)
    }
  }

  @Test func `Root and the configured administrators see and change everything`() async throws {
    try await serving {
      $0.administrators = [.id(4321), .name("nobody"), .name("no-such-user")]
    } _: {
      service in
      let own = try await ask(as: 1234, service, "POST", "/v1/jobs", httpJob())
      let id = try #require(try own.json["id"]?.number)
      for user in [0, 4321, 65534] {
        let shown = try await ask(as: user, service, "GET", "/v1/jobs/\(id)")
        #expect(shown.status == 200, "\(user)")
        #expect(try shown.json["owner"]?.text == "1234")
      }
      #expect(try await ask(as: 4321, service, "DELETE", "/v1/jobs/\(id)").status == 200)
      #expect(service.log.entries.contains { $0.metadata["name"] == "no-such-user" })
      service.api.update(ServiceConfiguration())
      #expect(try await ask(as: 4321, service, "GET", "/v1/jobs/\(id)").status == 404)
    }
  }

  @Test func `The same keys of two users name two jobs`() async throws {
    try await serving { service in
      let job = httpJob("https://example.org/", #","uniqueKey":"same""#)
      for user in [1234, 5678] {
        let answer = try await ask(as: user, service, "POST", "/v1/jobs", job)
        #expect(answer.status == 201)
      }
    }
  }

  @Test func `What somebody submits counts against their own quota`() async throws {
    try await serving {
      $0.quotas.owner.jobs = 1
    } _: { service in
      var statuses: [Int] = []
      for user in [1234, 1234, 5678] {
        statuses.append(try await ask(as: user, service, "POST", "/v1/jobs", httpJob()).status)
      }
      #expect(statuses == [201, 429, 201])
    }
  }

  @Test func `The log names the user and the process`() async throws {
    try await serving { service in
      _ = try await ask(as: 1234, service, "POST", "/v1/jobs", httpJob())
      let entry = service.log.entries.first { $0.message == "submitted" }
      #expect(entry?.metadata["uid"] == "1234")
      #expect(entry?.metadata["owner"] == "1234")
      #expect(entry?.metadata["pid"].flatMap { Int($0) } ?? 0 > 1)
    }
  }

  @Test func `Where everybody's jobs go is told to administrators only`() async throws {
    try await serving { service in
      _ = try await ask(as: 1234, service, "POST", "/v1/jobs", httpJob())
      for (user, isTold) in [(5678, false), (0, true)] {
        let answer = try await ask(as: user, service, "GET", "/metrics")
        #expect(answer.status == 200)
        #expect(answer.body.contains("example.org") == isTold)
      }
    }
  }

  @Test func `Who may not open the socket gets nowhere`() async throws {
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o755)
    try await APIFixture.serving(in: folder, mode: 0o600) { service in
      let answer = try? await ask(as: 1234, service, "GET", "/v1/state")
      #expect(answer == nil)
      let own = try await service.ask("GET", "/v1/state")
      #expect(own.status == 200)
    }
  }
}
