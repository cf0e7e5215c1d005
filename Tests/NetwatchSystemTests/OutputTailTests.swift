import Testing

@testable import NetwatchSystem

/// What is kept of a program's output.
struct OutputTailTests {
  @Test func `behind the end of a program only so much is read, whoever goes on writing`() {
    var tail = OutputTail(limit: 4)
    var count = 0
    // Ends by itself, so that a loop without a bound fails and does not hang.
    tail.appendRest { length in
      count += 1
      return count <= 100 ? Array(repeating: UInt8(ascii: "y"), count: length) : nil
    }
    #expect(count * OutputTail.pieceLength == OutputTail.longestRest)
    #expect(tail.last == Array("yyyy".utf8))
  }

  @Test(
    "It is read until there is nothing more",
    arguments: [[Array("ab".utf8), Array("cd".utf8), []], [Array("abcd".utf8), nil]]
  )
  func rest(pieces: [[UInt8]?]) {
    var tail = OutputTail(limit: 3)
    var left = pieces[...]
    tail.appendRest { _ in left.popFirst() ?? Array("late".utf8) }
    #expect(tail.last == Array("bcd".utf8))
    #expect(left.isEmpty)
  }
}
