import Glibc
import NetwatchTestSupport
import Testing

@testable import NetwatchService

/// The token of the TCP port, and its file.
struct AccessTokenTests {
  @Test func `a file that is not there is made, for its owner alone, and read the next time`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("token")
    let made = try AccessToken.obtain(path)
    #expect(made.text.utf8.count == 64)
    #expect(made.text.allSatisfy { $0.isHexDigit })
    #expect(try folder.read("token") == Array((made.text + "\n").utf8))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o7777 == 0o600)
    #expect(try AccessToken.obtain(path).text == made.text)
    #expect(try AccessToken.obtain(folder.file("other")).text != made.text)
  }

  @Test func `a start that was broken off leaves nothing that is in the way of the next`() throws {
    let folder = try TemporaryFolder()
    try folder.write("half", to: "token.new")
    let made = try AccessToken.obtain(folder.file("token"))
    #expect(try folder.names == ["token"])
    #expect(try AccessToken.obtain(folder.file("token")).text == made.text)
  }

  @Test(arguments: [
    (16, "\n", true), (16, "", true), (256, "\n", true), (256, "", true), (15, "\n", false),
    (257, "", false), (257, "\n", false), (20_000, "", false), (32, "\n\n", false),
    (32, " ", false), (0, "", false),
  ])
  func `a token has 16 to 256 visible characters`(
    _ length: Int,
    _ end: String,
    _ isToken: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "x", count: length)
    let path = try folder.write(Array((text + end).utf8), to: "token")
    #expect(chmod(path, 0o600) == 0)
    if isToken {
      #expect(try AccessToken.obtain(path).text == text)
    } else {
      let failure = #expect(throws: ServiceFailure.self) { try AccessToken.obtain(path) }
      #expect(failure?.kind == .configuration && failure?.description.contains("xx") == false)
    }
  }

  @Test(arguments: [0o640, 0o604, 0o620] as [mode_t])
  func `a file that others can read or replace is refused`(_ mode: mode_t) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(repeating: 0x78, count: 32), to: "token")
    #expect(chmod(path, mode) == 0)
    let failure = #expect(throws: ServiceFailure.self) { try AccessToken.obtain(path) }
    #expect(failure?.description.contains("is not safe") == true)
  }

  @Test func `no link is followed, and no pipe waited for`() throws {
    let folder = try TemporaryFolder()
    _ = try AccessToken.obtain(folder.file("token"))
    #expect(symlink(folder.file("token"), folder.file("link")) == 0)
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    for name in ["link", "pipe"] {
      #expect(throws: ServiceFailure.self) { try AccessToken.obtain(folder.file(name)) }
    }
  }
}
