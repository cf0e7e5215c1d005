import Testing

@testable import NetwatchSystemd

@Suite struct JournalStreamTests {
  @Test(
    arguments: [
      ("9:12345", .init(device: 9, inode: 12_345)),
      ("18446744073709551615:0", .init(device: .max, inode: 0)),
      ("", nil), ("9", nil), ("9:", nil), (":9", nil), ("9:1:2", nil), ("a:b", nil), ("-1:2", nil),
      ("18446744073709551616:0", nil), (" 9:1", nil),
    ] as [(String, JournalStream?)]
  )
  func `the variable is a device and an inode`(text: String, stream: JournalStream?) {
    #expect(JournalStream(text) == stream)
  }

  @Test func `a descriptor that is closed is no file`() {
    #expect(JournalStream(descriptor: -1) == nil)
  }
}
