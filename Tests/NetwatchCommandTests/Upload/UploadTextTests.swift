import NetwatchCore
import Testing

@testable import NetwatchCommand

@Suite struct UploadTextTests {
  @Test(
    arguments: [
      (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1536, "1.5 KiB"), (4 << 20, "4.0 MiB"),
      (Int64.max, "8.0 EiB"),
    ]
  )
  func `bytes are told in the unit that fits`(count: Int64, text: String) {
    #expect(UploadText.bytes(count) == text)
  }

  @Test(arguments: [(0, "0 s"), (59, "59 s"), (125, "2 min 5 s"), (10_800, "3 h 0 min")])
  func `times are told in the unit that fits`(seconds: Int64, text: String) {
    #expect(UploadText.time(seconds: seconds) == text)
  }

  private static func meter(_ sent: [Int64], of total: Int64) -> UploadMeter {
    var meter = UploadMeter(total: total)
    for (second, count) in sent.enumerated() {
      meter.sent(count)
      meter.sample(at: BootInstant(nanoseconds: Int64(second) * 1_000_000_000))
    }
    return meter
  }

  @Test func `rate and time left are of late`() {
    let meter = Self.meter([0, 0, 0, 0, 0, 0, 0, 2048, 4096, 6144], of: 10_240)
    #expect(meter.rate == 1228)
    #expect(
      UploadText.progress(meter, isWaiting: false)
        == "6.0 KiB of 10.0 KiB sent, 1.1 KiB/s, 3 s left"
    )
    #expect(
      UploadText.progress(meter, isWaiting: true)
        == "waiting for connectivity, 6.0 KiB of 10.0 KiB sent"
    )
  }

  @Test func `what falls back is measured anew`() {
    let meter = Self.meter([0, 4096, 1024], of: 10_240)
    #expect(meter.rate == nil)
    #expect(UploadText.progress(meter, isWaiting: false) == "1.0 KiB of 10.0 KiB sent")
  }

  @Test func `nothing is divided by nothing`() {
    #expect(Self.meter([0, 0], of: 0).secondsLeft == nil)
    #expect(UploadText.line(Self.meter([0], of: 0), isWaiting: false, width: 80).contains("100 %"))
  }

  @Test(arguments: [0, 1, 10, 40, 80, 500])
  func `the line is shorter than the terminal is wide`(width: Int) {
    let meter = Self.meter([0, 4096], of: 10_240)
    for isWaiting in [false, true] {
      let line = UploadText.line(meter, isWaiting: isWaiting, width: width)
      #expect(line.count <= max(width - 1, 1))
    }
  }
}
