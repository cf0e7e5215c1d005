internal import NetwatchCore
internal import NetwatchNetlink

extension RouteLeg {
  /// The leg as a path of a family.
  func path(of family: AddressFamily) -> NetworkPath {
    NetworkPath(family: family, interfaceIndex: interface, gateway: gateway)
  }
}
