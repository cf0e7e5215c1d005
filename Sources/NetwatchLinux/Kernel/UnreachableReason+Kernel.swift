internal import Glibc
internal import NetwatchCore
internal import NetwatchNetlink

extension UnreachableReason {
  /// What the error of a lookup means (ip-route(8), the types of routes).
  init(errno code: CInt) {
    self =
      switch code {
      case EHOSTUNREACH: .unreachable
      case EACCES: .prohibited
      case EINVAL: .blackhole
      case EAFNOSUPPORT, EOPNOTSUPP: .disabled
      default: .noRoute
      }
  }

  /// What a kind of route means, or `nil` for one that packets can leave by.
  init?(route kind: RouteEntry.Kind) {
    switch kind {
    case .unicast: return nil
    case .unreachable: self = .unreachable
    case .prohibited: self = .prohibited
    case .blackhole: self = .blackhole
    case .other: self = .noRoute
    }
  }

  /// Of several lookups that fail, the one that got furthest tells most.
  func isMoreTelling(than other: Self) -> Bool { rank > other.rank }

  private var rank: Int {
    switch self {
    case .disabled: 0
    case .noRoute: 1
    case .unreachable, .blackhole, .prohibited: 2
    case .linkDown: 3
    case .noCarrier: 4
    case .underlayDown: 5
    case .noAddress: 6
    }
  }
}
