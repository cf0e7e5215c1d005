import NetwatchCore
import Testing

@testable import NetwatchSystemd

@Suite struct JournalFieldTests {
  @Test func `a diagnostic is its priority, its message and its metadata by name`() {
    let fields = JournalField.fields(.warning, "job failed", ["retryAfter": "2 s", "job": "7"])
    #expect(
      fields.map { String(decoding: $0.bytes, as: UTF8.self) } == [
        "PRIORITY=4", "MESSAGE=job failed", "NETWATCH_JOB=7", "NETWATCH_RETRY_AFTER=2 s",
      ]
    )
  }

  @Test(
    arguments: [
      ("status", "STATUS"), ("httpStatus2", "HTTP_STATUS2"), ("job-id", "JOB_ID"), ("a.b", "A_B"),
      ("jobID", "JOB_ID"), ("_x", "_X"), ("", ""), ("größe", "GR__E"), ("a=b\nc", "A_B_C"),
      ("ſ", "_"), (String(repeating: "a", count: 100), String(repeating: "A", count: 55)),
    ]
  )
  func `a field's name is one that the journal takes`(key: String, name: String) {
    #expect(JournalField.fields(.info, "", [key: ""]).last?.name == "NETWATCH_\(name)")
  }

  @Test func `a value may hold any byte`() {
    let field = JournalField(name: "MESSAGE", value: "a\nPRIORITY=0\0é")
    #expect(field.bytes == Array("MESSAGE=a\nPRIORITY=0\0é".utf8))
  }

  @Test(arguments: zip(LogLevel.allCases, [7, 7, 6, 5, 4, 3, 2]))
  func `a level has a priority of syslog`(level: LogLevel, priority: Int) {
    #expect(level.priority == priority)
  }

  @Test func `a line says the level, the message and the metadata, and obeys nobody`() {
    let entry = LogEntry(level: .error, message: "a\nb", metadata: ["k": "\u{1B}[31m", "j": "x y"])
    #expect(entry.line == #"error a\u{a}b j="x y" k=\u{1b}[31m"#)
  }
}
