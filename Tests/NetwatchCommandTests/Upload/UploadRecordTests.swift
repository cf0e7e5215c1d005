import Testing

@testable import NetwatchCommand

@Suite struct UploadRecordTests {
  private static let record = UploadRecord(
    file: .init(device: 1, inode: 2, size: 3, seconds: -4, nanoseconds: 5),
    target: "http://h/",
    url: "http://h/f/1"
  )

  @Test func `a record is read as it was written`() {
    #expect(UploadRecord(parsing: Self.record.text) == Self.record)
  }

  @Test(
    arguments: [
      "", "\n", "netwatch upload 1", "netwatch upload 2\n1 2 3 4 5\nt\nu\n",
      "netwatch upload 1\n1 2 3 4\nt\nu\n", "netwatch upload 1\n1 2 3 4 x\nt\nu\n",
      "netwatch upload 1\n1 2 3 4 5\nt\nu", "netwatch upload 1\n1 2 3 4 5\nt\n\n",
      "netwatch upload 1\n1 2 3 4 5\nt\nu\nmore\n",
    ]
  )
  func `a damaged record is none`(text: String) {
    #expect(UploadRecord(parsing: text) == nil)
  }
}
