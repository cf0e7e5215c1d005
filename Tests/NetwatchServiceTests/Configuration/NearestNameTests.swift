import NetwatchService
import Testing

@Suite struct NearestNameTests {
  @Test(
    "A name that is nearly one there is, is taken for that one",
    arguments: [
      ("probeIntervall", "probeInterval"), ("probe_interval", "probeInterval"), ("sotre", "store"),
      ("STORE", "store"), ("shop", nil), ("", nil), (String(repeating: "s", count: 100_000), nil),
    ] as [(String, String?)]
  )
  func findsNames(written: String, meant: String?) {
    #expect(NearestName.find(written, among: ["probeInterval", "store"]) == meant)
  }
}
