internal import NetwatchCore
internal import NetwatchNetlink

extension ChangeCause {
  /// What several messages were about that came together: the root of the change comes first, because
  /// a link that goes down takes addresses and routes along.
  init?(_ drained: Drained) {
    if drained.overruns > 0 {
      self = .overrun
    } else if let cause = Self.order.first(where: { drained.topics.contains($0.0) })?.1 {
      self = cause
    } else {
      return nil
    }
  }

  private static let order: [(Topics, ChangeCause)] = [
    (.link, .link), (.address, .address), (.nexthop, .nexthop), (.rule, .rule), (.route, .route),
  ]
}
