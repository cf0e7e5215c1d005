internal import NetwatchCore
internal import NetwatchNetlink

extension RouteEntry {
  /// The source address that a packet would get, where it is good beyond the link.
  var usableSource: IPAddress? {
    guard let source, !source.isUnspecified, !source.isLinkLocal, !source.isLoopback
    else { return nil }
    return source
  }
}

extension RouteAnswer {
  /// The route, where there is one.
  var entry: RouteEntry? {
    if case .route(let entry) = self { entry } else { nil }
  }
}
