internal import NetwatchCore
internal import NetwatchNetlink

extension [RouteLeg] {
  /// The legs in an order that stays while others come and go, so that the first usable one does.
  ///
  /// The kernel begins its answer about an IPv6 route with the leg that it chose for the address by a
  /// hash, whose outcome depends on how many legs there are.
  var inLastingOrder: Self { count < 2 ? self : sorted { $0.rank < $1.rank } }
}

extension RouteLeg {
  fileprivate var rank: (Int32, UInt64, UInt64) {
    (interface, gateway?.high ?? 0, gateway?.low ?? 0)
  }
}
