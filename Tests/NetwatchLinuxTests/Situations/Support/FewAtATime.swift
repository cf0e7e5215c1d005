import Testing

/// Lets only a few cases of all suites that bear it run at a time, so that what a test waits for is
/// late because of the code under test and not because of a hundred others.
struct FewAtATime: SuiteTrait, TestTrait, TestScoping {
  private static let turnstile = Turnstile(places: 8)

  let isRecursive = true

  @concurrent func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    // A suite, or a table of cases, is not itself a case.
    guard testCase != nil else { return try await function() }
    await Self.turnstile.enter()
    do {
      try await function()
      await Self.turnstile.leave()
    } catch {
      await Self.turnstile.leave()
      throw error
    }
  }
}

extension Trait where Self == FewAtATime {
  static var fewAtATime: Self { Self() }
}

private actor Turnstile {
  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) {
    self.places = places
  }

  func enter() async {
    guard places == 0 else { return places -= 1 }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
  }
}
