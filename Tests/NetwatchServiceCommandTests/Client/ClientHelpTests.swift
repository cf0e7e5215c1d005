import NetwatchCommand
import NetwatchTestSupport
import Testing

@testable import NetwatchServiceCommand

@Suite(.timeLimit(.minutes(1))) struct ClientHelpTests {
  @Test(arguments: ClientSubcommand.allCases)
  func `the help of a command mentions each of its options`(
    _ command: ClientSubcommand
  ) async throws {
    let output = try await Asking.run([command.rawValue, "--help"])
    #expect(output.status == .success)
    #expect(output.stderr.isEmpty)
    #expect(output.stdout.hasPrefix("Usage: \(command.synopsis)\n"))
    for option in ClientOption.options(of: command) {
      #expect(output.stdout.contains(" \(option.spelling) "))
      #expect(output.stdout.contains(" \(option.meaning)\n"))
    }
    for line in output.stdout.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  @Test func `names of options are unique in each command`() {
    for command in ClientSubcommand.allCases {
      let names = ClientOption.options(of: command).map(\.spelling)
      #expect(Set(names).count == names.count)
    }
  }

  @Test(arguments: [["jobs", "-h"], ["jobs", "show", "--help", "--frob"], ["page", "--help"]])
  func `help is given whatever else is wrong behind it`(_ arguments: [String]) async throws {
    let output = try await Asking.run(arguments)
    #expect(output.status == .success)
    #expect(output.stdout.hasPrefix("Usage: netwatch \(arguments[0]) "))
  }

  @Test(arguments: ["serve", "jobs", "page"])
  func `the version is that of the command`(_ command: String) async throws {
    let output = try await Asking.run([command, "--version"])
    #expect(output.stdout == Version.line + "\n")
  }
}
