import Testing

@testable import NetwatchCommand

@Suite struct InvocationUploadTests {
  @Test(
    arguments: [
      (["f", "http://h/"], "upload f http://h/"),
      (["--tus", "f", "http://h/", "--json"], "upload json tus f http://h/"),
      (["f", "https://h/a", "--method", "PUT"], "upload method=PUT f https://h/a"),
      (["f", "http://h/", "--header", "A:  b: c"], "upload header=A=b: c f http://h/"),
      (
        ["f", "http://h/", "--header", "A: 1", "--header=A: 2"],
        "upload header=A=1 header=A=2 f http://h/"
      ),
      (["--", "-f", "http://h/"], "upload -f http://h/"),
      (["f", "http://h/", "--max-attempts", "0"], "upload max-attempts=none f http://h/"),
      (["--help"], "help upload"),
    ]
  )
  func reads(arguments: [String], meaning: String) throws {
    #expect(try Invocation.parse(["upload"] + arguments).summary == meaning)
  }

  @Test(
    arguments: [
      ([], "upload needs a file and the URL that it goes to"),
      (["f"], "upload needs a file and the URL that it goes to"),
      (["", "http://h/"], "upload needs a file and the URL that it goes to"),
      (["f", "http://h/", "x"], "unexpected operand 'x'"),
      (["f", "h"], "the URL \"h\" is not an absolute URL of HTTP"),
      (["f", "ftp://h/"], "the URL \"ftp://h/\" has a scheme other than http and https"),
      (["f", "http://h/", "--method", "GET"], "--method needs PUT or POST, not 'GET'"),
      (
        ["f", "http://h/", "--tus", "--method", "PUT"],
        "--method has no meaning with --tus, which has methods of its own"
      ),
      (["f", "http://h/", "--retry-on", "1"], "unknown option '--retry-on'"),
      (["f", "http://h/", "--header", "secret"], "--header needs 'NAME: VALUE'"),
      (["f", "http://h/", "--header", ": secret"], "--header needs 'NAME: VALUE'"),
      (
        ["f", "http://h/", "--header", "A: secret\n"],
        "the value of the header field A has a line break or NUL in it"
      ),
    ]
  )
  func complains(arguments: [String], message: String) {
    let error = #expect(throws: UsageError.self) {
      try Invocation.parse(["upload"] + arguments)
    }
    #expect(error?.message == message)
  }
}
