import Testing

@testable import NetwatchCurl

extension CurlTests {
  /// Who drives; the moments are seconds after some beginning.
  @Suite struct HelmTests {
    /// What happens at the helm, and is answered by yes or no.
    enum Step {
      case lend
      case giveBack(until: Int? = 90, isFree: Bool = true)
      case call
      case take
      /// Answered by whether the thread is to be back by the first moment.
      case leave(by: Int? = 90, until: Int? = 90, isFree: Bool = true, at: Int = 0)
    }

    static let beginning = ContinuousClock.now

    private static func answers(_ steps: Step...) -> [Bool] {
      var helm = Helm()
      return steps.map { answer($0, of: &helm) }
    }

    private static func answer(_ step: Step, of helm: inout Helm) -> Bool {
      switch step {
      case .lend: helm.lend()
      case .giveBack(let end, let isFree): helm.giveBack(rest(end, isFree))
      case .call: helm.call()
      case .take: helm.take()
      case .leave(let back, let end, let isFree, let now):
        helm.leave(rest(end, isFree), at: beginning + .seconds(now)) == back.map(moment)
      }
    }

    private static func rest(_ end: Int?, _ isFree: Bool) -> Helm.Rest {
      Helm.Rest(end: end.map(moment), isFree: isFree)
    }

    private static func moment(_ seconds: Int) -> ContinuousClock.Instant {
      beginning + .seconds(seconds)
    }

    @Test func `a caller has it only where the thread has left it, and it is free`() {
      #expect(Self.answers(.lend) == [false])
      #expect(Self.answers(.leave(isFree: false), .lend) == [true, false])
      #expect(Self.answers(.leave(), .lend, .lend) == [true, true, false])
    }

    @Test func `a thread that was woken has it before any caller`() {
      #expect(
        Self.answers(.leave(), .call, .call, .lend, .take, .call, .leave(), .lend)
          == [true, true, false, false, true, false, true, true]
      )
    }

    @Test func `a thread that comes while a caller has it is woken when the caller is done`() {
      #expect(
        Self.answers(.leave(), .lend, .take, .giveBack(), .lend, .take)
          == [true, true, false, true, false, true]
      )
    }

    @Test func `what is asked for while a caller has it wakes the thread when the caller is done`()
    {
      #expect(
        Self.answers(.leave(), .lend, .call, .call, .giveBack(), .call)
          == [true, true, false, false, true, false]
      )
    }

    @Test func `a caller that leaves a transfer under way leaves it to the thread`() {
      #expect(
        Self.answers(.leave(), .lend, .giveBack(isFree: false), .lend, .call)
          == [true, true, false, false, true]
      )
    }

    @Test func `a caller that is done at once leaves it to the next one`() {
      #expect(
        Self.answers(.leave(), .lend, .giveBack(until: nil), .lend, .giveBack())
          == [true, true, false, true, false]
      )
    }

    @Test(arguments: [nil, 90] as [Int?])
    func `the thread is woken for an earlier end, and not by the next caller again`(_ end: Int?) {
      #expect(
        Self.answers(
          .leave(by: end, until: end),
          .lend,
          .giveBack(until: 10, isFree: false),
          .take,
          .leave(by: 10, until: 10, isFree: false, at: 1),
          .take,
          .leave(by: 10, until: end, at: 2),
          .lend,
          .giveBack(until: 13, isFree: false)
        ) == [true, true, true, true, true, true, true, true, false]
      )
    }

    @Test func `an earlier end is forgotten once it has passed`() {
      #expect(
        Self.answers(.leave(), .lend, .giveBack(until: 10), .take, .leave(by: 90, at: 10))
          == [true, true, true, true, true]
      )
    }
  }
}
