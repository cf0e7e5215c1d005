import CLinux
import Glibc
import NetwatchCore
import NetwatchSystem
import NetwatchText
import Testing

@testable import NetwatchCommand

/// What is said of what happens while a command is run.
@Suite struct RunEventTests {
  private static let failed = FinishedAttempt(
    number: 2,
    pid: 77,
    end: .exited(1),
    duration: .milliseconds(12)
  )
  private static let killed = FinishedAttempt(
    number: 1,
    pid: 76,
    end: .signalled(15),
    duration: .milliseconds(61_250)
  )
  private static let succeeded = FinishedAttempt(
    number: 3,
    pid: 78,
    end: .exited(0),
    duration: .milliseconds(999)
  )
  private static let missing = ProgramError(name: "nw", number: ENOENT)

  private struct Telling {
    let event: RunEvent
    let normal: String?
    let verbose: String?
    let json: String
  }

  private static let tellings = [
    Telling(
      event: .attemptStarted(1, pid: 76),
      normal: nil,
      verbose: "attempt 1 runs as process 76",
      json: #""attemptStarted","attempt":1,"pid":76"#
    ),
    Telling(
      event: .attemptEnded(failed),
      normal: nil,
      verbose: "attempt 2 took 12ms",
      json: #""attemptEnded","attempt":2,"pid":77,"status":1,"duration":12.0"#
    ),
    Telling(
      event: .attemptEnded(killed),
      normal: nil,
      verbose: "attempt 1 took 61.3s",
      json: #""attemptEnded","attempt":1,"pid":76,"status":143,"signal":15,"duration":61250.0"#
    ),
    Telling(
      event: .attemptEnded(succeeded),
      normal: nil,
      verbose: "attempt 3 succeeded after 999ms",
      json: #""attemptEnded","attempt":3,"pid":78,"status":0,"duration":999.0"#
    ),
    Telling(
      event: .waiting(after: nil, explanation: "no route"),
      normal: "waiting for connectivity: no route",
      verbose: "waiting for connectivity: no route",
      json: #""waiting","explanation":"no route""#
    ),
    Telling(
      event: .waiting(after: killed, explanation: "no route"),
      normal: "attempt 1 died by signal 15 (terminated); waiting for connectivity: no route",
      verbose: "attempt 1 died by signal 15 (terminated); waiting for connectivity: no route",
      json: #""waiting","attempt":1,"explanation":"no route""#
    ),
    Telling(
      event: .connected(after: .milliseconds(3_249)),
      normal: "connected after 3.2s",
      verbose: "connected after 3.2s",
      json: #""connected","duration":3249.0"#
    ),
    Telling(
      event: .backoff(after: failed, delay: .microseconds(3_149_500), window: .seconds(4)),
      normal: "attempt 2 failed with status 1; next in 3.2s",
      verbose: "attempt 2 failed with status 1; next in 3.2s, drawn from 0 to 4.0s",
      json: #""backoff","attempt":2,"delay":3149.5,"window":4000.0"#
    ),
    Telling(
      event: .backoff(after: failed, delay: .zero, window: .zero),
      normal: "attempt 2 failed with status 1; next at once",
      verbose: "attempt 2 failed with status 1; next at once",
      json: #""backoff","attempt":2,"delay":0.0,"window":0.0"#
    ),
    Telling(
      event: .signalReceived(SIGTERM, passedTo: 77),
      normal: nil,
      verbose: "signal 15 (terminated) is passed on to process 77",
      json: #""signalReceived","signal":15,"pid":77"#
    ),
    Telling(
      event: .signalReceived(SIGTERM, passedTo: nil),
      normal: nil,
      verbose: "signal 15 (terminated) came",
      json: #""signalReceived","signal":15"#
    ),
    Telling(
      event: .deadlinePassed(.seconds(90), running: nil),
      normal: "the deadline of 90s has passed",
      verbose: "the deadline of 90s has passed",
      json: #""deadlinePassed","deadline":90000.0"#
    ),
    Telling(
      event: .deadlinePassed(.seconds(60), running: 77),
      normal: "the deadline of 1m has passed; ending the command",
      verbose: "the deadline of 1m has passed; ending the command",
      json: #""deadlinePassed","deadline":60000.0,"pid":77"#
    ),
    Telling(
      event: .gaveUp(.notRetried, after: failed, status: .no),
      normal: "attempt 2 failed with status 1, which is not retried",
      verbose: "attempt 2 failed with status 1, which is not retried",
      json: #""gaveUp","attempt":2,"reason":"notRetried","status":1"#
    ),
    Telling(
      event: .gaveUp(.attempts, after: failed, status: .no),
      normal: "attempt 2 failed with status 1; no attempts are left",
      verbose: "attempt 2 failed with status 1; no attempts are left",
      json: #""gaveUp","attempt":2,"reason":"attempts","status":1"#
    ),
    Telling(
      event: .gaveUp(.deadline, after: nil, status: .deadline),
      normal: nil,
      verbose: nil,
      json: #""gaveUp","reason":"deadline","status":124"#
    ),
    Telling(
      event: .gaveUp(.signal(SIGINT), after: nil, status: .ended(by: SIGINT)),
      normal: nil,
      verbose: nil,
      json: #""gaveUp","reason":"signal","signal":2,"status":130"#
    ),
  ]

  @Test func `people read a sentence where one is worth it`() {
    for telling in Self.tellings {
      #expect(telling.event.sentence(.normal) == telling.normal)
      #expect(telling.event.sentence(.verbose) == telling.verbose)
      #expect(telling.event.sentence(.quiet) == nil)
    }
  }

  @Test func `programs read an object`() {
    for telling in Self.tellings {
      #expect(
        json(telling.event) == #"{"time":"1970-01-01T00:00:07.000000Z","event":\#(telling.json)}"#
      )
    }
  }

  @Test(arguments: [Verbosity.quiet, .normal, .verbose])
  func `that a command cannot be run is said in any case`(verbosity: Verbosity) {
    let event = RunEvent.gaveUp(.cannotRun(Self.missing), after: nil, status: .notFound)
    #expect(event.sentence(verbosity) == "cannot run 'nw': no such file or directory")
    #expect(
      json(event) == """
        {"time":"1970-01-01T00:00:07.000000Z","event":"gaveUp","reason":"cannotRun",\
        "message":"cannot run 'nw': no such file or directory","status":127}
        """
    )
  }

  private static let statuses: [(number: Int32, status: Int32)] = [
    (ENOENT, 127), (EACCES, 126), (ENOEXEC, 126), (ENOTDIR, 126), (ELOOP, 126), (E2BIG, 126),
    (EAGAIN, 125), (ENOMEM, 125),
  ]

  @Test(arguments: statuses)
  func `why a program is not started decides on the status`(number: Int32, status: Int32) {
    #expect(ProgramError(name: "nw", number: number).status.rawValue == status)
  }

  @Test func `an explanation cannot break out of its string`() {
    let event = RunEvent.waiting(after: nil, explanation: "a\"b\u{1b}[2J\n")
    #expect(json(event).hasSuffix(#""explanation":"a\"b\u001b[2J\u000a"}"#))
  }

  private func json(_ event: RunEvent) -> String {
    var buffer = TextBuffer()
    buffer.append(json: event, at: WallTime(seconds: 7, nanoseconds: 0))
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
