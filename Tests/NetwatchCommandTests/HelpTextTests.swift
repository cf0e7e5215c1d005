import Testing

@testable import NetwatchCommand

@Suite struct HelpTextTests {
  @Test(arguments: Subcommand.allCases)
  func `the help of a command mentions each of its options`(command: Subcommand) {
    let help = HelpText.text(for: command)
    #expect(help.hasPrefix("Usage: \(command.synopsis)\n"))
    for option in CommandOption.options(of: command) {
      #expect(help.contains(" \(option.spelling) "))
      #expect(help.contains("  \(option.meaning)\n"))
    }
  }

  @Test func `the general help mentions each command`() {
    let help = HelpText.text(for: nil)
    for command in Subcommand.allCases {
      #expect(help.contains(command.synopsis))
      #expect(help.contains("  \(command.summary)\n"))
    }
    for command in ServiceSubcommand.allCases {
      #expect(help.contains(command.synopsis))
      #expect(help.contains("  \(command.summary)\n"))
    }
  }

  @Test(arguments: [nil] + Subcommand.allCases.map(Optional.some))
  func `no line is too long for a terminal`(command: Subcommand?) {
    for line in HelpText.text(for: command).split(separator: "\n") { #expect(line.count <= 100) }
  }

  @Test func `names of options are unique`() {
    let names = CommandOption.table.map(\.spelling)
    #expect(Set(names).count == names.count)
  }
}
