import CLinux
import Glibc
import NetwatchSystem
import Testing

@testable import NetwatchCommand

@Suite struct InterruptionTests {
  private struct Flaw: Error {}

  @Test(arguments: [nil, ProgramEnd.exited(0), .exited(3), .signalled(SIGKILL)])
  func `after the deadline its status stands, whatever the command says`(end: ProgramEnd?) throws {
    #expect(try Interruption.deadline.status(after: end) == .deadline)
  }

  @Test(arguments: [
    (nil as ProgramEnd?, 143 as Int32), (.exited(0), 0), (.exited(3), 3),
    (.signalled(SIGKILL), 137),
  ])
  func `after a signal that of the command stands, or that of the signal`(
    end: ProgramEnd?,
    status: Int32
  ) throws {
    #expect(try Interruption.signal(SIGTERM).status(after: end).rawValue == status)
  }

  @Test func `a failure counts unless the command has succeeded`() throws {
    let failure = Interruption.failure(Flaw())
    #expect(try failure.status(after: .exited(0)) == .yes)
    for end in [nil, ProgramEnd.exited(1), .signalled(SIGTERM)] {
      #expect(throws: Flaw.self) { try failure.status(after: end) }
    }
  }

  @Test(arguments: [
    (Int32(0), ProgramEnd.exited(0)), (0x0100, .exited(1)), (0xFF00, .exited(255)),
    (0x000F, .signalled(15)),
    (0x0089, .signalled(9)),
  ])
  func `a wait status is read`(status: Int32, end: ProgramEnd) {
    #expect(ProgramEnd(waitStatus: status) == end)
  }
}
