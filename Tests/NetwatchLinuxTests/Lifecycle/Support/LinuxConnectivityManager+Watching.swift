import CLinux
import Glibc
import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport

extension LinuxConnectivityManager {
  /// A manager that watches a sandbox; it tells observers at once, unless it is given delays.
  static func watching(
    _ sandbox: NetworkSandbox,
    lossDelay: Duration = .zero,
    recoveryDelay: Duration = .zero
  ) throws -> LinuxConnectivityManager {
    try LinuxConnectivityManager(
      configuration: .init(
        namespace: sandbox.namespace,
        lossDelay: lossDelay,
        recoveryDelay: recoveryDelay
      )
    )
  }
}

extension NetworkSandbox {
  /// Takes the default route of a base namespace away.
  func loseDefault() throws { try ip("route del default") }

  /// Brings it back.
  func regainDefault() throws { try ip("route add default via 198.51.100.1") }
}

/// Whether the tests run under ThreadSanitizer, where everything takes many times as long: bounds on
/// time that matter are left out then.
let isSanitizingThreads = getenv("NETWATCH_SANITIZE").map { String(cString: $0) } == "thread"
