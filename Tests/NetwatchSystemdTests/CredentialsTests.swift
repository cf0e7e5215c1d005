import CLinux
import Glibc
import NetwatchTestSupport
import Testing

@testable import NetwatchSystemd

@Suite struct CredentialsTests {
  private let folder: TemporaryFolder
  private let credentials: Credentials

  init() throws {
    folder = try TemporaryFolder()
    credentials = Credentials(directory: folder.path)
  }

  @Test(
    arguments: [
      ("secret", "secret"), ("secret\n", "secret"), ("secret\r\n", "secret"),
      ("secret\n\n", "secret\n"), ("two\nlines", "two\nlines"), ("", ""), ("\n", ""),
      ("secret ", "secret "), ("secret\r", "secret\r"),
    ]
  )
  func `one line break at the end is no part of the text, but of the bytes`(
    content: String,
    text: String
  ) throws {
    try folder.write(content, to: "token")
    let credential = try credentials.read("token")
    #expect(try credential.text == text)
    #expect(credential.bytes == Array(content.utf8))
  }

  @Test(
    arguments: [
      "", ".", "..", "a/b", "../token", "/etc/passwd", "a:b", "a\nb", "a\0b", "é",
      String(repeating: "a", count: 256),
    ]
  )
  func `a name that none can have is refused before a file is looked for`(name: String) throws {
    #expect(throws: CredentialError.badName(name)) { try credentials.read(name) }
  }

  @Test(arguments: ["token", "db.password", "with space", String(repeating: "a", count: 255)])
  func `a name that one can have is read`(name: String) throws {
    try folder.write("secret", to: name)
    #expect(try credentials.read(name).text == "secret")
  }

  @Test(arguments: [0, 1, 4_095, 4_096, 4_097, Credentials.limit])
  func `a credential of any length up to the limit is read whole`(count: Int) throws {
    try folder.write(String(repeating: "a", count: count), to: "token")
    #expect(try credentials.read("token").bytes.count == count)
  }

  @Test func `a credential that is longer than the limit is refused`() throws {
    try folder.write(String(repeating: "a", count: Credentials.limit + 1), to: "token")
    #expect(throws: CredentialError.tooLarge(name: "token", limit: Credentials.limit)) {
      try credentials.read("token")
    }
  }

  @Test func `one that is missing is told by its name`() {
    #expect(throws: CredentialError.missing(name: "token")) { try credentials.read("token") }
  }

  @Test func `a folder and a pipe are no credentials, and nobody waits for them`() throws {
    #expect(mkdir(folder.file("folder"), 0o700) == 0)
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    for name in ["folder", "pipe"] {
      #expect(throws: CredentialError.notFile(name: name)) { try credentials.read(name) }
    }
  }

  @Test func `bytes that are no text are given as bytes alone`() throws {
    try folder.write([0xFF, 0x00], to: "key")
    let credential = try credentials.read("key")
    #expect(credential.bytes == [0xFF, 0x00])
    #expect(throws: CredentialError.notText(name: "key")) { try credential.text }
  }

  @Test func `a folder that is not given, or not by its whole path, has none`() {
    #expect(throws: CredentialError.noDirectory) { try Credentials(directory: nil).read("token") }
    #expect(throws: CredentialError.relativeDirectory("run")) {
      try Credentials(directory: "run").read("token")
    }
  }

  @Test func `whoever logs a credential logs its name`() throws {
    try folder.write("hunter2", to: "token")
    let credential = try credentials.read("token")
    var dumped = ""
    dump(credential, to: &dumped)
    for text in ["\(credential)", String(reflecting: credential), dumped, "\([credential])"] {
      #expect(text.contains("token"))
      #expect(!text.contains("hunter2"))
      #expect(!text.contains("104"))
    }
  }

  @Test func `a service reads those that it was started with`() async throws {
    try folder.write("hunter2\n", to: "token")
    let environment = ["CREDENTIALS_DIRECTORY": folder.path]
    #expect(try await Service.run(["credential", "token"], environment).stdout == "hunter2\n")
    #expect(
      try await Service.run(["credential", "token"]).stdout
        == "There are no credentials: CREDENTIALS_DIRECTORY is not set\n"
    )
  }
}
