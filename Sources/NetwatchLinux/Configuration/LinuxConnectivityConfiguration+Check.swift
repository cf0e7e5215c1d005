internal import NetwatchCore

extension LinuxConnectivityManager.Configuration {
  /// The longest wait that makes sense: beyond it clocks and timers run out of bits.
  static let longestDuration = Duration.seconds(10 * 365 * 86_400)

  /// Says what is impossible about the configuration before anything is opened.
  func check() throws(ConnectivityError) {
    try check(probeInterval, "probeInterval", atLeast: .seconds(1))
    try check(probeTimeout, "probeTimeout", atLeast: .milliseconds(1))
    try check(lossDelay, "lossDelay", atLeast: .zero)
    try check(recoveryDelay, "recoveryDelay", atLeast: .zero)
    try check(failureThreshold >= 1, "failureThreshold has to be at least 1")
    try check(!families.isEmpty, "families has to name at least one family")
    try checkAddresses()
    for probe in probes { try probe.check() }
    if let interface { try check(interface: interface) }
  }

  /// The kernel's rule for names of interfaces, dev_valid_name() in net/core/dev.c, with the length of
  /// alternative names.
  private func check(interface name: String) throws(ConnectivityError) {
    let isValid =
      (1...127).contains(name.utf8.count) && name != "." && name != ".."
      && !name.utf8.contains {
        $0 == 0 || $0 == 0x20 || $0 == 0x2F || $0 == 0x3A || (0x09...0x0D).contains($0)
      }
    try check(isValid, "'\(name)' is no name of a network interface")
  }

  private func checkAddresses() throws(ConnectivityError) {
    for family in AddressFamily.allCases {
      let count = lookupAddresses.count { $0.family == family }
      try check(count <= 16, "lookupAddresses may name at most 16 addresses a family")
    }
    for address in lookupAddresses {
      try check(
        !address.isLoopback && !address.isUnspecified && !address.isLinkLocal
          && !address.isMulticast,
        "\(address) says nothing of the internet: lookupAddresses need a global address"
      )
    }
    let isCovered =
      lookupAddresses.isEmpty || lookupAddresses.contains { families.contains($0.family) }
    try check(isCovered, "lookupAddresses names no address of the families that count")
  }

  private func check(
    _ duration: Duration,
    _ name: String,
    atLeast least: Duration
  ) throws(ConnectivityError) {
    try check(duration >= least, "\(name) has to be at least \(least)")
    try check(duration <= Self.longestDuration, "\(name) may be at most ten years")
  }

  private func check(
    _ condition: Bool,
    _ sentence: @autoclosure () -> String
  ) throws(ConnectivityError) {
    guard !condition else { return }
    throw ConnectivityError(.configuration, sentence())
  }

  /// How long a verification may take: all rounds that have to fail, and what lies between them.
  var verificationLimit: Duration {
    let rounds = min(failureThreshold, 30)
    return min(min(probeTimeout, .seconds(30)) * rounds + .seconds(1), .seconds(30))
  }
}
