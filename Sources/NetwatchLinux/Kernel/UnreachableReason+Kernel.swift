internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchNetlink

extension UnreachableReason {
  /// What the error of a lookup means (ip-route(8), the types of routes).
  ///
  /// - Parameters:
  ///   - code: The error number.
  ///   - isBound: Whether the lookup was bound to an interface. Where no route leads out by it, IPv4
  ///     takes the destination for a neighbour, and has no entry of a table to show for that: then
  ///     EHOSTUNREACH is how it says that there is none.
  init(errno code: CInt, isBound: Bool = false) {
    self =
      switch code {
      case EHOSTUNREACH where isBound: .noRoute
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
