import NetwatchService
import Testing

@Suite struct BadConfigurationTests {
  @Test("What is wrong is told with its line", arguments: BadConfiguration.large)
  func tellsLines(text: String, expected: String) {
    #expect(complaint(of: text) == expected)
  }

  @Test("A text that is no JSON5 is refused", arguments: BadConfiguration.syntax)
  func refusesSyntax(text: String, expected: String) {
    #expect(complaint(of: text) == "nw.json5:1: \(expected)")
  }

  @Test(
    "A key that there is not is refused, and the one that may be meant is named",
    arguments: BadConfiguration.keys
  )
  func refusesKeys(text: String, expected: String) {
    #expect(complaint(of: text) == "nw.json5:1: \(expected)")
  }

  @Test(
    "A value that a key cannot have is refused with what was expected",
    arguments: BadConfiguration.values
  )
  func refusesValues(text: String, expected: String) {
    #expect(complaint(of: text) == "nw.json5:1: \(expected)")
  }

  @Test("What is wrong with settings of jobs is told", arguments: BadConfiguration.jobs)
  func refusesSettingsOfJobs(text: String, expected: String) {
    #expect(complaint(of: text) == "nw.json5:1: \(expected)")
  }

  @Test("What is wrong with a parameter is told", arguments: BadConfiguration.parameters)
  func refusesParameters(text: String, expected: String) {
    let text = "{ exec: { templates: { a: { program: '/a', arguments: [\(text)] } } } }"
    #expect(complaint(of: text) == "nw.json5:1: exec.templates.a.\(expected)")
  }

  @Test("A flag that is wrong is named", arguments: BadConfiguration.flags)
  func refusesFlags(flags: [(String, String)], expected: String) {
    #expect(complaint(of: "{}", flags: flags) == expected)
  }

  @Test(
    "A text that is not UTF-8 is refused",
    arguments: [[0xFF, 0xFE, 0x7B, 0], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]]
  )
  func refusesOtherEncodings(bytes: [UInt8]) {
    let expected = ConfigurationError(file: "nw.json5", "the text is not UTF-8")
    #expect(throws: expected) { try ServiceConfiguration(text: bytes, file: "nw.json5") }
  }

  @Test(
    "Complaints quote no password and no value of a field",
    arguments: BadConfiguration.values + BadConfiguration.jobs
  )
  func keepsSecrets(text: String, expected: String) {
    #expect(complaint(of: text.replacing("secret", with: "hunter2"))?.contains("hunter2") == false)
  }
}
