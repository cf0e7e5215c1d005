package import NetwatchCore
internal import NetwatchHTTP
package import NetwatchLinux

extension MonitorSettings {
  /// The same for the monitor.
  ///
  /// - Parameter log: Takes the monitor's diagnostics.
  /// - Returns: The monitor's configuration.
  /// - Throws: ``ServiceFailure`` for a probe that is none.
  package func monitorConfiguration(
    log: LogSink?
  ) throws(ServiceFailure) -> LinuxConnectivityManager.Configuration {
    var configuration = LinuxConnectivityManager.Configuration(
      interface: interface,
      lookupAddresses: targets,
      probeInterval: probeInterval,
      probeTimeout: probeTimeout,
      lossDelay: lossDelay,
      recoveryDelay: recoveryDelay,
      log: log
    )
    if let family { configuration.families = [family] }
    for (index, text) in probes.enumerated() {
      do throws(ConnectivityError) {
        configuration.probes.append(try ProbeEndpoint(parsing: text))
      } catch {
        throw ServiceFailure(.configuration, "probes[\(index)]: \("\(error)".withoutQueries)")
      }
    }
    return configuration
  }
}
