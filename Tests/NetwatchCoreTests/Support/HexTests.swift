import NetwatchCore
import Testing

@Suite struct HexTests {
  @Test(arguments: [([], ""), ([0, 0x0F, 0xF0, 0xFF, 0xA9], "000ff0ffa9")] as [([UInt8], String)])
  func `bytes are two digits each, the high one first`(_ bytes: [UInt8], _ text: String) {
    #expect(String(decoding: Hex.encode(bytes), as: UTF8.self) == text)
  }
}
