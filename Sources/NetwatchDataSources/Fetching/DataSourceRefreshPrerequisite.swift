/// A condition for a fetch, looked at before each.
public protocol DataSourceRefreshPrerequisite: Sendable {
  /// Whether the fetch may be made.
  ///
  /// Called for each fetch, not for each attempt, on no actor in particular.
  func check() async -> Bool
}

/// A fetch was not made, because a prerequisite did not hold.
///
/// The cached value stays, and `onError` is not asked: nothing has failed.
public struct PrerequisiteError: Error, Sendable, CustomStringConvertible {
  /// What did not hold.
  public let prerequisite: any DataSourceRefreshPrerequisite

  /// One sentence that names the prerequisite's type.
  public var description: String {
    "the value was not fetched: \(type(of: prerequisite)) does not hold"
  }
}

/// A fetch was not made, because what is done before it failed.
///
/// `onError` is asked, as about a fetch that failed.
public struct BeforeFetchError: Error, Sendable, CustomStringConvertible {
  /// What it failed with.
  public let underlying: any Error

  /// One sentence with the error.
  public var description: String {
    "the value was not fetched: what is done before it failed: \(underlying)"
  }
}

/// A fetch was not made, because a source that it depends on has not given a value yet.
///
/// `onError` is not asked: nothing has failed.
public struct DependencyUnavailableError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which of the dependencies, counted from 0.
  public let index: Int

  /// One sentence that names the dependency.
  public var description: String {
    "the value was not fetched: dependency \(index + 1) has not given a value yet"
  }
}

/// A refresh was asked of a source that was terminated.
public struct DataSourceTerminatedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence that says so.
  public var description: String { "the data source was terminated" }
}
