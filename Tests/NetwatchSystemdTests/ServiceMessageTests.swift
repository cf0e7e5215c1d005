import Testing

@testable import NetwatchSystemd

@Suite struct ServiceMessageTests {
  @Test(
    arguments: [
      (.ready, "READY=1"), (.stopping, "STOPPING=1"), (.watchdog, "WATCHDOG=1"),
      (.reloading(atNanoseconds: 12_345_678), "RELOADING=1\nMONOTONIC_USEC=12345"),
      (.status("two jobs"), "STATUS=two jobs"),
    ] as [(ServiceMessage, String)]
  )
  func `a message is what the service manager reads`(message: ServiceMessage, text: String) {
    #expect(message.text == text)
  }

  @Test(arguments: ["\n", "\r", "\0", "\u{2028}"])
  func `a status cannot begin another assignment`(separator: String) {
    let text = ServiceMessage.status("a\(separator)STOPPING=1").text
    #expect(!text.dropFirst().contains(separator))
    #expect(text.hasPrefix("STATUS=a\\u{"))
  }

  @Test(arguments: ["a", "é", "€", "🚀", "\u{1B}"])
  func `a long status is cut between characters`(character: String) {
    let text = ServiceMessage.status(String(repeating: character, count: 5_000)).text
    let size = text.utf8.count - "STATUS=".utf8.count
    #expect((ServiceMessage.statusLimit - 3...ServiceMessage.statusLimit).contains(size))
    #expect(text.hasSuffix("…"))
    #expect(!text.contains("\u{FFFD}"))
  }

  @Test func `a status of the longest length is left alone`() {
    let status = String(repeating: "a", count: ServiceMessage.statusLimit)
    #expect(ServiceMessage.status(status).text == "STATUS=" + status)
  }
}
