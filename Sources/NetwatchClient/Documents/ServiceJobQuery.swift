import NetwatchCore

/// Which jobs to list.
public struct ServiceJobQuery: Hashable, Sendable {
  /// Only jobs in one of these states; empty for any.
  ///
  /// `parked` stands for those that are ``ServiceJob/parked``.
  public var states: [ServiceJobState] = []

  /// Only jobs of this kind; nil for any.
  public var kind: String?

  /// Only jobs of this destination; nil for any.
  public var destination: String?

  /// Only jobs of this owner; nil for all that the caller may see.
  public var owner: String?

  /// Only jobs whose number is greater; nil for all.
  public var after: Int64?

  /// How many are asked for at a time, from 1 to 1,000.
  public var pageSize = 100

  /// Creates a query for all jobs.
  public init() {}
}

extension ServiceJobQuery {
  /// The query of the URL for one page.
  var items: [(String, String)] {
    var items = states.map { ("state", $0.rawValue) }
    if let kind { items.append(("kind", kind)) }
    if let destination { items.append(("destination", destination)) }
    if let owner { items.append(("owner", owner)) }
    if let after { items.append(("after", "\(after)")) }
    items.append(("limit", "\(pageSize)"))
    return items
  }
}
