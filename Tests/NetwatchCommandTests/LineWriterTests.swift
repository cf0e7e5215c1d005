import CLinux
import Glibc
import NetwatchCore
import NetwatchText
import Testing

@testable import NetwatchCommand

/// With real pipes, because the kernel's answers are what matters.
@Suite struct LineWriterTests {
  @Test func `lines arrive whole`() throws {
    let pipe = try Pipe()
    var writer = LineWriter(descriptor: pipe.input)
    try writer.write { $0.append("one") }
    try writer.write { $0.append("two") }
    #expect(pipe.read() == "one\ntwo\n")
  }

  @Test(.timeLimit(.minutes(1)), arguments: [false, true])
  func `a line longer than the pipe arrives whole`(isNonBlocking: Bool) async throws {
    let pipe = try Pipe(isNonBlocking: isNonBlocking)
    let line = String(repeating: "x", count: 1_000_000)
    async let received = onThread { pipe.readLine() }
    try await onThread {
      var writer = LineWriter(descriptor: pipe.input)
      try writer.write { $0.append(line) }
    }
    #expect(try await received == line.count + 1)
  }

  @Test func `a reader who left is an error of its own`() throws {
    let pipe = try Pipe()
    signal(SIGPIPE, SIG_IGN)
    pipe.closeOutput()
    var writer = LineWriter(descriptor: pipe.input)
    #expect(throws: OutputError.closed) { try writer.write { $0.append("one") } }
    try writer.writeUnlessClosed { $0.append("one") }
  }

  @Test(.timeLimit(.minutes(1)), arguments: [false, true])
  func `waiting for a reader ends when it is time to stop`(isNonBlocking: Bool) throws {
    let pipe = try Pipe(isNonBlocking: isNonBlocking)
    let stop = try Pipe()
    var writer = LineWriter(descriptor: pipe.input, stopDescriptor: stop.output)
    try pipe.fill()
    stop.write("now")
    #expect(throws: OutputError.interrupted) { try writer.write { $0.append("one") } }
  }

  @Test func `a line that there is room for is written even then`() throws {
    let pipe = try Pipe()
    let stop = try Pipe()
    stop.write("now")
    var writer = LineWriter(descriptor: pipe.input, stopDescriptor: stop.output, deadline: .now)
    try writer.write { $0.append("last") }
    #expect(pipe.read() == "last\n")
  }

  @Test(.timeLimit(.minutes(1)))
  func `waiting for a reader ends at the deadline`() throws {
    let pipe = try Pipe()
    try pipe.fill()
    var writer = LineWriter(descriptor: pipe.input, deadline: .now + .milliseconds(20))
    #expect(throws: OutputError.interrupted) { try writer.write { $0.append("one") } }
  }

  @Test func `a full disk is told apart`() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    var writer = LineWriter(descriptor: full)
    #expect(throws: OutputError.failed(ENOSPC)) { try writer.write { $0.append("one") } }
    #expect("\(OutputError.failed(ENOSPC))" == "standard output: No space left on device")
  }
}
