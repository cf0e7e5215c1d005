import Glibc
import NetwatchSystem
import NetwatchTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FileContentsTests {
  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
  func `a file that is as long as it may be is read, and no longer one`(_ length: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let path = try folder.write(bytes, to: "file")
    #expect(try FileContents.read(path, upTo: length) == bytes)
    #expect(try FileContents.read(path, upTo: length + 1) == bytes)
    guard length > 0 else { return }
    #expect(throws: FileReadError.tooLong) { try FileContents.read(path, upTo: length - 1) }
  }

  @Test func `what comes in pieces is read to its end`() async throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let writer = try ChildProcess.start(
      ["sh", "-c", "exec >\"$1\"; printf ab; sleep 0.05; printf cd", "sh", pipe]
    )
    #expect(try FileContents.read(pipe, upTo: 4) == Array("abcd".utf8))
    try await writer.waitForExit()
  }

  @Test func `a pipe without a writer is empty where it is not to be waited for`() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(try FileContents.read(pipe, upTo: 4, flags: O_NONBLOCK).isEmpty)
  }

  @Test func `what the system refuses is told by its number`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileReadError.refused(ENOENT)) {
      try FileContents.read(folder.file("nothing"), upTo: 1)
    }
    #expect(throws: FileReadError.refused(EISDIR)) { try FileContents.read(folder.path, upTo: 1) }
    #expect(errorText(ENOENT) == "No such file or directory")
  }
}
