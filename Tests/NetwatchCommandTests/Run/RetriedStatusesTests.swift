import Testing

@testable import NetwatchCommand

@Suite struct RetriedStatusesTests {
  @Test(arguments: [
    ("1", "1"), ("255", "255"), ("1,75", "1,75"), ("75,1,1", "1,75"), ("64-66", "64,65,66"),
    ("7-7", "7"), ("1,64-65,255", "1,64,65,255"), ("007", "7"), ("126,127", "126,127"),
  ])
  func reads(text: String, statuses: String) throws {
    #expect(try RetriedStatuses(parsing: text).text == statuses)
  }

  @Test(arguments: [
    "", ",", "1,", ",1", "1,,2", "0", "0-3", "256", "1-256", "5-3", "1-", "-1", "-", "1-2-3", "+1",
    "1.5", "x", " 1", "1 ,2", "0x1", "99999999999999999999",
  ])
  func refuses(text: String) {
    #expect(throws: UsageError.self) { try RetriedStatuses(parsing: text) }
  }

  @Test func `by default it is any but success and what cannot be run`() {
    let standard = RetriedStatuses.standard
    let others = (-1...300).filter { !standard.contains(ExitStatus(rawValue: $0)) }
    #expect(others == [-1, 0, 126, 127] + Array(256...300))
  }
}
