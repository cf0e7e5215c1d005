import NetwatchCore
import NetwatchTestSupport

@testable import NetwatchDataSources

/// A step of a random sequence: what it comes to depends on what there is by then, and is nothing where
/// it makes no sense.
enum SourceStep: Sendable {
  case refresh(clear: Bool, joining: Bool)
  /// Whose task is cancelled, among those who wait.
  case cancelCall(Int)
  case clear
  case cancelRefresh(clear: Bool)
  case dependency(Int)
  case subscribe(SourceEvent.Readings)
  case leave(Int)
  case stopAutoRefresh
  case resumeAutoRefresh
  case restartAutoRefresh(immediate: Bool)
  case begin
  case succeed(Int)
  case fail(FetchErrorAction)
  case load(StoredBits?)
  case pass(Passing)
  case terminate

  /// How far time moves.
  enum Passing: Sendable {
    /// With each timer going off in its time.
    case onTime(Duration)
    /// With the timers going off at the end of it.
    case late(Duration)
    case toDeadline
    case almostToDeadline
  }

  static func random(using generator: inout SeededGenerator) -> Self {
    switch Int.random(in: 0..<200, using: &generator) {
    case ..<46: .refresh(clear: .oneIn(12, &generator), joining: !.oneIn(5, &generator))
    case ..<60: .cancelCall(.random(in: 0..<8, using: &generator))
    case ..<64: .clear
    case ..<69: .cancelRefresh(clear: .oneIn(3, &generator))
    case ..<85: .dependency(.random(in: 0..<2, using: &generator))
    case ..<96: .subscribe(.allCases.randomElement(using: &generator) ?? .values)
    case ..<102: .leave(.random(in: 0..<4, using: &generator))
    case ..<104: .stopAutoRefresh
    case ..<106: .resumeAutoRefresh
    case ..<110: .restartAutoRefresh(immediate: .oneIn(2, &generator))
    case ..<128: .begin
    case ..<148: .succeed(.random(in: 0..<3, using: &generator))
    case ..<152: .fail(.oneIn(2, &generator) ? .keep : .clear)
    case ..<161: .load(.random(using: &generator))
    case 199: .oneIn(3, &generator) ? .terminate : .begin
    default: .pass(.random(using: &generator))
    }
  }
}

extension SourceStep.Passing {
  static func random(using generator: inout SeededGenerator) -> Self {
    let lengths = [50, 100, 200, 300, 500, 700, 1000, 1500, 2000]
    let length = Duration.milliseconds(lengths.randomElement(using: &generator) ?? 0)
    return switch Int.random(in: 0..<8, using: &generator) {
    case 0: .late(length)
    case 1, 2: .toDeadline
    case 3: .almostToDeadline
    default: .onTime(length)
    }
  }
}

extension Bool {
  static func oneIn(_ count: Int, _ generator: inout SeededGenerator) -> Self {
    Int.random(in: 0..<count, using: &generator) == 0
  }
}

extension SourceStep {
  /// What happens in this step; time passes elsewhere.
  func events(for model: SourceModel, nextID: inout UInt64) -> [SourceEvent] {
    switch self {
    case .refresh(let clear, let joining):
      return [.refresh(Self.make(&nextID), clear: clear, joining: joining)]
    case .cancelCall(let index): return model.call(index).map { [.callCancelled($0)] } ?? []
    case .clear: return [.clear]
    case .cancelRefresh(let clear): return [.cancelRefresh(clear: clear)]
    case .dependency(let index):
      return model.rules.dependencies.indices.contains(index) ? [.dependency(index)] : []
    case .subscribe(let kind): return [.subscribe(Int(Self.make(&nextID)), kind)]
    case .leave(let index): return model.subscriber(index).map { [.leave($0)] } ?? []
    case .stopAutoRefresh: return [.stopAutoRefresh]
    case .resumeAutoRefresh: return [.resumeAutoRefresh]
    case .restartAutoRefresh(let immediate):
      let isAsking = immediate && model.rules.autoRefresh != nil
      return [.restartAutoRefresh(isAsking ? Self.make(&nextID) : nil)]
    case .begin: return model.beginning
    case .succeed(let bits): return model.success(bits)
    case .fail(let action): return model.failure(action)
    case .load(let copy): return model.isLoading ? [.loaded(copy)] : []
    case .terminate: return [.terminate]
    case .pass: return []
    }
  }

  private static func make(_ nextID: inout UInt64) -> UInt64 {
    nextID += 1
    return nextID
  }
}

extension SourceModel {
  fileprivate func call(_ index: Int) -> UInt64? {
    let calls = waiters.compactMap(\.call)
    return calls.isEmpty ? nil : calls[index % calls.count]
  }

  fileprivate func subscriber(_ index: Int) -> Int? {
    let ids = subscribers.keys.sorted()
    return ids.isEmpty ? nil : ids[index % ids.count]
  }

  /// The next thing that goes well with the fetch.
  func success(_ bits: Int) -> [SourceEvent] {
    guard let fetch else { return [] }
    return fetch.brought == nil ? beginning + [.fetchSucceeded(bits)] : [.stored]
  }

  fileprivate func failure(_ action: FetchErrorAction) -> [SourceEvent] {
    guard let fetch, fetch.brought == nil else { return [] }
    return [.fetchFailed(action)]
  }

  /// The beginning of the fetch, where it is still to come.
  var beginning: [SourceEvent] { fetch?.hasBegun == false ? [.fetchBegan] : [] }
}

extension StoredBits? {
  static func random(using generator: inout SeededGenerator) -> Self {
    guard !.oneIn(4, &generator) else { return nil }
    return StoredBits(
      bits: .random(in: 0..<3, using: &generator),
      age: .milliseconds(.random(in: 0..<40, using: &generator) * 100)
    )
  }
}
