/// What a data source is doing, and whether it has a value.
public struct DataSourceState: Hashable, Sendable {
  /// Whether a fetch is under way, or begins as soon as another has ended.
  ///
  /// It includes prerequisites, the pauses between attempts, and a wait for connectivity. A refresh
  /// that a debounce or a throttle holds back has not begun.
  public let isRefreshing: Bool

  /// Whether there is nothing but the empty value: true until the first success, and again once the
  /// value was cleared.
  public let isEmpty: Bool

  /// Whether the fetch under way waits for connectivity, or for its destination to be released.
  public let isParked: Bool

  init(isRefreshing: Bool, isEmpty: Bool, isParked: Bool) {
    self.isRefreshing = isRefreshing
    self.isEmpty = isEmpty
    self.isParked = isParked
  }
}

/// A value of a data source, and what the source was doing when it had it.
public struct DataSourceValueWithState<Value: Sendable>: Sendable {
  /// The value: the last that was fetched, or the empty one.
  public let value: Value

  /// What the source was doing.
  public let state: DataSourceState

  init(value: Value, state: DataSourceState) {
    self.value = value
    self.state = state
  }
}

extension DataSourceValueWithState: Equatable where Value: Equatable {}
extension DataSourceValueWithState: Hashable where Value: Hashable {}

/// What a data source has at a moment.
public struct DataSourceSnapshot<Value: Sendable>: Sendable {
  /// The value: the last that was fetched, or the empty one.
  public let value: Value

  /// What the source is doing.
  public let state: DataSourceState

  /// The time since the value was fetched, be it by an earlier process; nil where there is none.
  public let age: Duration?

  /// Whether a refresh would be answered with the value: it has a time to live, and that is not over.
  public let isFresh: Bool

  init(value: Value, state: DataSourceState, age: Duration?, isFresh: Bool) {
    self.value = value
    self.state = state
    self.age = age
    self.isFresh = isFresh
  }
}

extension DataSourceSnapshot: Equatable where Value: Equatable {}
extension DataSourceSnapshot: Hashable where Value: Hashable {}
