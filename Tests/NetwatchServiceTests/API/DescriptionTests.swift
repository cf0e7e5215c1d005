import Glibc
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite("The API's description")
struct DescriptionTests {
  /// Where `Scripts/bootstrap` puts the program that checks a server against its description.
  private static let program = ".build/schemathesis/bin/schemathesis"

  private static var fullPath: String {
    get throws {
      let folder = try #require(getcwd(nil, 0))
      defer { free(folder) }
      return "\(String(cString: folder))/\(program)"
    }
  }

  private static var isInstalled: Bool { access(program, X_OK) == 0 }

  @Test("It can be checked where that is required: nothing is skipped in silence there")
  func canBeChecked() {
    let isRequired = getenv("NETWATCH_REQUIRE_SCHEMATHESIS") != nil
    #expect(Self.isInstalled || !isRequired)
  }

  @Test func `It is JSON, and says of every path what can be done there`() async throws {
    try await APIFixture.serving { service in
      let paths = try await service.ask("GET", "/v1/openapi.json").json["paths"]
      let names = try #require(paths?.names)
      #expect(names.count == 12)
      for name in names {
        let path = name.replacing("{id}", with: "1")
        let allowed = try await service.ask("PATCH", path).field("Allow") ?? ""
        let described = paths?[name]?.names.filter { $0 != "parameters" }.map { $0.uppercased() }
        let other = allowed.replacing("GET, HEAD", with: "GET").replacing(", ", with: " ")
        #expect(
          described?.joined(separator: " ").split(separator: " ").sorted()
            == other.split(separator: " ").sorted()
        )
      }
    }
  }

  @Test func `Every refusal that it describes is one of some request`() async throws {
    try await APIFixture.serving { service in
      let document = try await service.ask("GET", "/v1/openapi.json")
      let names = try #require(try document.json["components"]?["responses"]?.names)
      #expect(!names.isEmpty)
      let unused = names.filter { !document.body.contains("\"#/components/responses/\($0)\"") }
      #expect(unused == [])
    }
  }

  @Test(.enabled(if: isInstalled, "schemathesis is not installed: Scripts/bootstrap does that"))
  func `The server does what it says, whatever is sent`() async throws {
    let folder = try TemporaryFolder()
    try await APIFixture.serving { service in
      let url = "http://127.0.0.1:\(service.port)"
      let arguments = [
        // It leaves a folder where it is run.
        "env", "--chdir=\(folder.path)", try Self.fullPath, "run", "\(url)/v1/openapi.json",
        "--header", "Authorization: Bearer \(APIFixture.token)",
        // What a job may be depends on the configuration too, and a cancelled one is still shown.
        "--checks", "all", "--exclude-checks", "positive_data_acceptance,use_after_free",
        // It has no end, and is tested with its own clients.
        "--exclude-path", "/v1/events",
        "--phases", "examples,coverage,fuzzing,stateful", "--max-examples", "15",
        "--workers", "1", "--seed", "1", "--no-shrink", "--request-timeout", "10",
        "--report-dir", folder.path,
      ]
      let output = try await awaitThread { try ChildProcess.run(arguments, limit: .seconds(120)) }
      #expect(output.status == .success, "\(output.stdout)\(output.stderr)")
    }
  }
}
