import NetwatchCore

@testable import NetwatchDataSources

/// A machine whose timers go off on time, and whose fetches take so long and bring their number.
struct MachineBench {
  private(set) var machine: DataSourceMachine<Int>
  /// When fetches began, in milliseconds.
  private(set) var fetches: [Int] = []
  /// When fetches were cancelled.
  private(set) var cancellations: [Int] = []
  private(set) var answers: [UInt64: Answered] = [:]
  private let duration: Duration
  private var now = BootInstant(nanoseconds: 0)
  private var fetch: (id: UInt64, end: BootInstant)?

  /// An answer, and when it was given.
  struct Answered: Hashable, Sendable {
    let answer: SourceAnswer
    let at: Int

    init(_ answer: SourceAnswer, at moment: Int) { (self.answer, at) = (answer, moment) }
  }

  /// - Parameters:
  ///   - rules: The settings.
  ///   - fetchesTake: How long a fetch takes, in milliseconds, whether it is cancelled or not.
  init(_ rules: SourceRules, fetchesTake: Int = 0) {
    machine = DataSourceMachine(rules: rules, emptyValue: 0)
    duration = .milliseconds(fetchesTake)
  }

  /// Lets things happen, each at its time in milliseconds, and then nothing more until the end.
  mutating func run(_ events: [(Int, SourceEvent)], until end: Int) {
    for (moment, event) in events {
      pass(to: moment)
      apply(event)
      follow()
    }
    pass(to: end)
  }

  private var milliseconds: Int { Int(now.nanoseconds / 1_000_000) }

  private mutating func pass(to moment: Int) {
    let target = BootInstant(nanoseconds: Int64(moment) * 1_000_000)
    while let next = [machine.nextDeadline, fetch?.end].compactMap(\.self).min(), next <= target {
      now = max(now, next)
      if let fetch, fetch.end <= now { end(fetch.id) } else { machine.timeCame(now) }
      follow()
    }
    now = max(now, target)
  }

  private mutating func end(_ id: UInt64) {
    fetch = nil
    let fetched = FetchedValue(
      value: Int(id),
      repeatsCurrent: false,
      repeatsEmpty: false,
      comparedVersion: machine.version
    )
    _ = machine.fetched(id, fetched, at: now)
    machine.runEnded(id, .success, at: now)
  }

  private mutating func follow() {
    for action in machine.takeActions() {
      switch action {
      case .answer(let calls, let result):
        for call in calls { answers[call] = Answered(SourceAnswer(result), at: milliseconds) }
      case .begin(let id):
        fetches.append(milliseconds)
        machine.fetchBegan(id, at: now)
        fetch = (id, now.advanced(by: duration))
      case .cancel: cancellations.append(milliseconds)
      case .store, .forget: break
      }
    }
  }

  private mutating func apply(_ event: SourceEvent) {
    switch event {
    case .refresh(let id, let clear, let joining):
      machine.refreshRequested(id, clear: clear, joining: joining, at: now)
    case .callCancelled(let id): machine.callCancelled(id)
    case .clear: machine.clearRequested()
    case .cancelRefresh(let clear): machine.cancelRequested(clear: clear, at: now)
    case .dependency(let index): machine.dependencyArrived(index, at: now)
    case .subscribe: machine.subscribed(at: now)
    case .leave: machine.unsubscribed()
    case .stopAutoRefresh: machine.autoRefreshStopped()
    case .resumeAutoRefresh: machine.autoRefreshResumed()
    case .restartAutoRefresh: machine.autoRefreshRestarted(at: now)
    case .terminate: machine.terminated()
    case .fetchBegan, .fetchSucceeded, .fetchFailed, .timeCame, .stored, .loaded: break
    }
  }
}

extension SourceEvent {
  /// A plain call of refresh.
  static func refresh(_ id: UInt64) -> Self { .refresh(id, clear: false, joining: true) }
}
