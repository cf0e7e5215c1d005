public import NetwatchCore
internal import NetwatchNetlink

extension LinuxConnectivityManager {
  /// Asks all endpoints of a configuration once, over each family that counts.
  ///
  /// - Parameter configuration: The endpoints, the time limit, and optionally an interface and a
  ///   namespace.
  /// - Returns: A report for each endpoint and family, in the order of the endpoints.
  /// - Throws: `ConnectivityError` when the configuration says something impossible or no probe can be
  ///   sent from here; `CancellationError`.
  public static func probe(configuration: Configuration) async throws -> [ProbeReport] {
    try configuration.check()
    let namespace = try NamespaceDescriptor.open(for: configuration)
    // An interface that is not there is no outcome of a probe.
    if configuration.interface != nil { _ = try SnapshotSource.open(configuration, in: namespace) }
    let families = AddressFamily.allCases.filter(configuration.families.contains)
    let reports = try await Prober(configuration, in: namespace)
      .round(over: families, by: configuration.interface)
    try Task.checkCancellation()
    return reports
  }
}
