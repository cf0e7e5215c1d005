import NetwatchTestSupport
import Testing

/// What the command gets from its surroundings, and what becomes of what it writes.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1))) struct RunStreamTests {
  private let sandbox: NetworkSandbox

  init() throws {
    sandbox = try NetworkSandbox.base()
  }

  private func shell(_ script: String, _ command: [String]) throws -> ProcessOutput {
    let arguments = ["run", "--max-attempts", "3", "--base", "0", "--quiet", "--"] + command
    return try Netwatch.shell(script, arguments, in: sandbox)
  }

  @Test func `output passes through byte by byte`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("bytes")
    try ChildProcess.check(["sh", "-c", "head -c 1000000 /dev/urandom > \(file)"])
    let output = try shell(#""$@" | cmp - \#(file)"#, ["cat", file])
    #expect(output.status == .success && output.stdout == "" && output.stderr == "")
  }

  @Test func `both outputs are the command's own`() throws {
    let output = try shell(#"exec "$@""#, ["sh", "-c", "printf out; printf error >&2"])
    #expect(output.stdout == "out" && output.stderr == "error")
  }

  @Test func `an attempt reads what the one before has left`() throws {
    let script = #"printf 'one\ntwo\nthree\n' | "$@""#
    let output = try shell(script, ["sh", "-c", #"read a; echo "$a"; test "$a" = two"#])
    #expect(output.status == .success && output.stdout == "one\ntwo\n")
  }

  @Test func `arguments need not be UTF-8, and no shell reads them`() throws {
    let script = #""$@" "$(printf 'a\377b')" '$HOME *' '' | od -An -tx1"#
    let output = try shell(script, ["printf", "%s,"])
    let bytes = output.stdout.split { $0.isWhitespace }.joined()
    #expect(bytes == "61ff622c" + "24484f4d45202a2c" + "2c")
  }

  @Test func `the environment is handed on`() throws {
    let output = try shell(
      #"NW_TEST=$(printf 'a\377') "$@" | od -An -tx1"#,
      ["printenv", "NW_TEST"]
    )
    #expect(output.stdout.split { $0.isWhitespace } == ["61", "ff", "0a"])
  }

  @Test func `no descriptor of netwatch's is handed on, and those of the user are`() throws {
    let list = ["sh", "-c", "for file in /proc/self/fd/*; do echo ${file##*/}; done"]
    let own = try shell(#"exec "$@""#, list)
    let given = try shell(#"exec 5</dev/null; exec "$@""#, list)
    let without = try ChildProcess.check(list).split(separator: "\n")
    #expect(own.lines == without.map(String.init))
    #expect(given.lines == (without.map(String.init) + ["5"]).sorted())
  }

  @Test func `it works without any of its standard descriptors`() throws {
    let output = try shell(#""$@" <&- >&- 2>&-; echo $?"#, ["sh", "-c", "read a; exit 7"])
    #expect(output.stdout == "7\n")
  }

  @Test func `a reader of standard error that went away changes nothing`() throws {
    let arguments = [
      "run", "--max-attempts", "3", "--base", "0", "--json", "--", "sh", "-c", "exit 4",
    ]
    let output = try Netwatch.shell(
      #"exec 3>&1; { "$@"; echo $? >&3; } 2>&1 >/dev/null | exec <&-"#,
      arguments,
      in: sandbox
    )
    #expect(output.stdout == "4\n")
  }
}
