import NetwatchTestSupport
import Testing

@Suite struct SeededGeneratorTests {
  @Test func `it draws the published numbers of SplitMix64`() {
    var generator = SeededGenerator(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
  }

  @Test func `the same seed draws the same numbers`() {
    var (first, second) = (SeededGenerator(seed: 7), SeededGenerator(seed: 7))
    #expect((0..<10).map { _ in first.next() } == (0..<10).map { _ in second.next() })
  }
}
