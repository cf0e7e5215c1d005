internal import NetwatchCore
internal import NetwatchNetlink

extension NamespaceDescriptor {
  /// Opens the namespace that a configuration names; `nil` stands for the process's own.
  ///
  /// A container that starts anew gives its name to another namespace, so it is opened once.
  static func open(
    for configuration: LinuxConnectivityManager.Configuration
  ) throws(ConnectivityError) -> NamespaceDescriptor? {
    guard let namespace = configuration.namespace else { return nil }
    do throws(NetlinkError) {
      return try open(namespace)
    } catch {
      throw ConnectivityError(error)
    }
  }
}
