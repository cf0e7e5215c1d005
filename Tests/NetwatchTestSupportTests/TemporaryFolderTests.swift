import CLinux
import Glibc
import NetwatchTestSupport
import Testing

@Suite struct TemporaryFolderTests {
  @Test func `files are written, listed and read`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a longer text", to: "b")
    #expect(try folder.write("text", to: "b") == folder.file("b"))
    try folder.write([0, 255], to: "a")
    #expect(try folder.names == ["a", "b"])
    #expect(try folder.read("a") == [0, 255])
    #expect(try folder.read("b") == Array("text".utf8))
  }

  @Test func `everything in it goes with it, and nothing that a link leads to`() throws {
    let kept = try TemporaryFolder()
    try kept.write("kept", to: "file")
    var path = ""
    do {
      let folder = try TemporaryFolder(in: kept.path)
      path = folder.path
      mkdir(folder.file("inner"), 0o700)
      try folder.write("", to: "inner/file")
      #expect(symlink(kept.path, folder.file("inner/link")) == 0)
    }
    #expect(access(path, F_OK) != 0)
    #expect(try kept.names == ["file"])
  }

  @Test func `a folder that cannot be made is named`() throws {
    let error = try #require(throws: SystemCallFailure.self) {
      try TemporaryFolder(in: "/no/such/folder")
    }
    #expect(error.code == ENOENT)
    #expect(error.operation.contains("/no/such/folder"))
  }
}
