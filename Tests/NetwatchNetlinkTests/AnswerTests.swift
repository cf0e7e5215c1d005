import CLinux
import Glibc
import Testing

@testable import NetwatchNetlink

@Suite(.timeLimit(.minutes(1))) struct AnswerTests {
  @Test(arguments: [(0x300, "no route"), (0x200, "no route"), (0x100, nil), (0, nil)])
  func `the kernel's explanation of a refusal is kept`(_ flags: UInt16, message: String?) {
    var buffer = RequestBuffer(capacity: 64)
    buffer.append(CInt(-101))
    buffer.append(UInt32(16))
    for _ in 0..<3 { buffer.append(UInt32(0)) }
    buffer.appendAttribute(1, "no route")
    let bytes = buffer.bytes
    let header = MessageHeader(type: 2, flags: flags)
    let answer = RouteAnswer(header, bytes.span.bytes)
    #expect(answer == .refused(errno: 101, message: message))
  }

  @Test func `an acknowledgement is no answer to a question`() {
    let bytes = [UInt8](repeating: 0, count: 20)
    let answer = RouteAnswer(MessageHeader(type: 2), bytes.span.bytes)
    #expect(answer == .refused(errno: EBADMSG, message: nil))
  }

  @Test func `answers are taken once, and only for what was asked`() {
    var pending = PendingAnswers(first: .max, count: 3)
    #expect(pending.take(.max &- 1) == nil)
    #expect(pending.take(2) == nil)
    #expect(pending.take(0) == 1)
    #expect(pending.take(0) == nil)
    #expect(pending.take(.max) == 0)
    #expect(!pending.isEmpty)
    #expect(pending.take(1) == 2)
    #expect(pending.isEmpty)
  }

  @Test(arguments: [
    (NetlinkError(.connect, code: EPERM), "netlink is refused here: operation not permitted"),
    (
      NetlinkError(.describe, code: EINVAL, operand: "link 7"),
      "the kernel does not describe link 7: invalid argument"
    ),
    (
      NetlinkError(.receive, code: ETIMEDOUT),
      "cannot receive the kernel's answer: connection timed out"
    ),
  ])
  func `an error is a sentence`(_ error: NetlinkError, sentence: String) {
    #expect(error.description == sentence)
  }
}
