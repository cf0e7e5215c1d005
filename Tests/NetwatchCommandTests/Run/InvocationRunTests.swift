import Testing

@testable import NetwatchCommand

@Suite struct InvocationRunTests {
  @Test(
    arguments: [
      ("run -- true", "run -- true"),
      ("run -- sh -c exit", "run -- sh -c exit"),
      ("run -- --help", "run -- --help"),
      ("run -- -- true", "run -- -- true"),
      ("run --json -- ls --json --max-attempts 3", "run json -- ls --json --max-attempts 3"),
      ("run --max-attempts 3 -- true", "run max-attempts=3 -- true"),
      ("run --max-attempts=1 -- true", "run max-attempts=1 -- true"),
      ("run --max-attempts 0 -- true", "run max-attempts=none -- true"),
      (
        "run --max-attempts 99999999999999999999 -- true",
        "run max-attempts=9223372036854775807 -- true"
      ),
      ("run --base 0 -- true", "run base=0s -- true"),
      ("run --base 250ms --max-delay 5m -- true", "run base=250ms max-delay=5m -- true"),
      ("run --deadline 1h -- true", "run deadline=1h -- true"),
      ("run --deadline 0 -- true", "run -- true"),
      ("run --when-connected -- true", "run when-connected -- true"),
      ("run --retry-on 1,75 -- true", "run retry-on=1,75 -- true"),
      ("run --retry-on 64-66,1 --retry-on 2 -- true", "run retry-on=2 -- true"),
      ("run --probe tcp://192.0.2.1:9 -- true", "run probe=tcp://192.0.2.1:9 -- true"),
      ("run --interface eth0 --family ipv6 -- true", "run ipv6 interface=eth0 -- true"),
      ("run --netns -- -- true", #"run netns=named("--") -- true"#),
      ("run --quiet -- true", "run quiet -- true"),
      ("run --help", "help run"),
      ("run -h", "help run"),
      ("run --max-attempts 3 --help", "help run"),
      ("run --version -- true", "version"),
    ]
  )
  func reads(line: String, meaning: String) throws {
    #expect(try Invocation.parse(words(line)).summary == meaning)
  }

  @Test(
    arguments: [
      ("run", "run needs a command, given as '-- COMMAND [ARG …]'"),
      ("run --", "run needs a command, given as '-- COMMAND [ARG …]'"),
      ("run --json", "run needs a command, given as '-- COMMAND [ARG …]'"),
      ("run true", "the command to run, here 'true', has to come behind '--'"),
      ("run ls -l", "the command to run, here 'ls', has to come behind '--'"),
      ("run ls --help", "the command to run, here 'ls', has to come behind '--'"),
      ("run --json true -- false", "the command to run, here 'true', has to come behind '--'"),
      ("run -l -- ls", "unknown option '-l'"),
      ("run --max -- true", "unknown option '--max'"),
      ("run --timeout 3 -- true", "unknown option '--timeout'"),
      ("run --loss-delay 0 -- true", "unknown option '--loss-delay'"),
      ("run --when-connected=yes -- true", "option '--when-connected' takes no value"),
      ("run --base", "option '--base' needs a value"),
      (
        "run --max-attempts x -- true",
        "--max-attempts needs a whole number, or 0 for no limit, not 'x'"
      ),
      (
        "run --max-attempts -1 -- true",
        "--max-attempts needs a whole number, or 0 for no limit, not '-1'"
      ),
      (
        "run --max-attempts -- true",
        "--max-attempts needs a whole number, or 0 for no limit, not '--'"
      ),
      (
        "run --base soon -- true",
        "--base needs a duration such as 250ms, 3s, 5m, 1h or 7d, not 'soon'"
      ),
      (
        "run --max-delay -1s -- true",
        "--max-delay needs a duration such as 250ms, 3s, 5m, 1h or 7d, not '-1s'"
      ),
      (
        "run --deadline 1y -- true",
        "--deadline needs a duration such as 250ms, 3s, 5m, 1h or 7d, not '1y'"
      ),
      (
        "run --retry-on 256 -- true",
        "--retry-on needs statuses from 1 to 255, such as 75 or 1,64-78, not '256'"
      ),
    ]
  )
  func refuses(line: String, message: String) {
    #expect {
      try Invocation.parse(words(line))
    } throws: {
      "\($0)" == "\(message); see 'netwatch run --help'"
    }
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
}
