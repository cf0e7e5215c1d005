import Testing

@testable import NetwatchCurl

extension CurlTests {
  @Suite struct SendCounterTests {
    @Test(arguments: [CurlRequest.Sends.once, .repeatable])
    func `a transfer that is begun again before anything left is not counted`(
      _ sends: CurlRequest.Sends
    ) {
      var counter = SendCounter(sends)
      let isFirstAllowed = counter.willSend(after: 0)
      counter.beginAgain(after: 0)
      #expect(counter.count == 0)
      // To a proxy, first.
      let isSecondAllowed = counter.willSend(after: 100)
      #expect(isFirstAllowed && isSecondAllowed)
      #expect(counter.count == 1)
      #expect(!counter.areAnyBytesOut(requestSize: 100))
      #expect(!counter.isRefused)
    }

    @Test(arguments: [(CurlRequest.Sends.once, 1), (.repeatable, 2)])
    func `what left before a transfer is begun again counts`(
      _ sends: CurlRequest.Sends,
      _ limit: Int
    ) {
      var counter = SendCounter(sends)
      var allowed = 0
      for _ in 0..<3 {
        if counter.willSend(after: 0) { allowed += 1 }
        counter.beginAgain(after: 70)
        #expect(counter.areAnyBytesOut(requestSize: 0))
      }
      #expect(allowed == limit)
      #expect(counter.count == limit)
      #expect(counter.isRefused)
    }
  }
}
