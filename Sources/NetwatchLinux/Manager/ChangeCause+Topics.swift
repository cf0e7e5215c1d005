internal import NetwatchCore
internal import NetwatchNetlink

extension ChangeCause {
  /// What several messages were about that came together: the root of the change comes first, because
  /// a link that goes down takes addresses and routes along.
  init?(_ drained: Drained) {
    switch drained.topics {
    case _ where drained.overruns > 0: self = .overrun
    case let topics where topics.contains(.link): self = .link
    case let topics where topics.contains(.address): self = .address
    case let topics where topics.contains(.nexthop): self = .nexthop
    case let topics where topics.contains(.rule): self = .rule
    case let topics where topics.contains(.route): self = .route
    default: return nil
    }
  }

  /// Whether messages that all arrived are the cause.
  var isMessage: Bool {
    switch self {
    case .link, .address, .route, .rule, .nexthop: true
    case .start, .probe, .traffic, .resume, .overrun, .poll: false
    }
  }
}
