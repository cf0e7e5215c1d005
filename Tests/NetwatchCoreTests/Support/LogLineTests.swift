import NetwatchCore
import Testing

@Suite struct LogLineTests {
  @Test(
    arguments: [
      ([:], "interface renamed"), (["b": "2", "a": "1"], "interface renamed a=1 b=2"),
      (["a": ""], #"interface renamed a="""#), (["a": "x y"], #"interface renamed a="x y""#),
      (["a": "say \"no\""], #"interface renamed a="say 'no'""#),
    ] as [([String: String], String)]
  )
  func `diagnostics are a line`(metadata: [String: String], line: String) {
    #expect(logLine("interface renamed", metadata) == line)
  }
}
