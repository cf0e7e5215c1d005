import NetwatchCore
import NetwatchTestSupport
import Testing

/// A client, eight attempts at a time, at a destination whose connections fail now and then.
@Suite struct FailingHostTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a fifth of failures that are nobody's fault costs no more than itself`(seed: UInt64) {
    let rates = [0, 0.2].map { failures in
      var host = FailingHost(failures: failures, settings: ReleaseSettings(limit: 8), seed: seed)
      return host.run(attempts: 100_000)
    }
    #expect((0.75...0.85).contains(rates[1] / rates[0]))
  }

  @Test func `a destination where nearly all fails gets little to do`() {
    var host = FailingHost(failures: 0.9, settings: ReleaseSettings(limit: 8), seed: 1)
    // Open it would be asked 160 times a second, and succeed 16 times.
    #expect(host.run(attempts: 1_000) < 0.1)
  }
}
