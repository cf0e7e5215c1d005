import NetwatchTestSupport
import Testing

@testable import NetwatchCore

@Suite struct ReleaseDuesTests {
  @Test(arguments: 0..<UInt64(20)) func `the earliest comes first, whatever the order`(seed: UInt64)
  {
    var generator = SeededGenerator(seed: seed)
    var dues = ReleaseDues()
    var expected: [Int64] = []
    for _ in 0..<200 {
      let moment = Int64.random(in: 0..<50, using: &generator)
      dues.append((.s(moment), "\(moment)"))
      expected.append(moment)
      expected.sort()
      #expect(dues.first?.moment == .s(expected[0]))
      // Some go in between.
      guard Bool.random(using: &generator) else { continue }
      dues.removeFirst()
      expected.removeFirst()
    }
    #expect(dues.count == expected.count)
    for moment in expected {
      #expect(dues.first?.moment == .s(moment))
      #expect(dues.first?.destination == "\(moment)")
      dues.removeFirst()
    }
    dues.removeFirst()
    #expect(dues.first == nil)
  }
}
