internal import NetwatchCore
internal import NetwatchNetlink

/// Where snapshots come from: the kernel's own answers, or the next best where netlink is refused.
struct SnapshotSource: ~Copyable {
  /// After so many failures in a row the fault may lie with the socket.
  private static let patience = 3

  private(set) var kernel: KernelView?
  private var polling: PollingView

  /// What was found when it was opened.
  let first: Snapshot

  private var failures = 0

  /// Finds out what can be asked here, by asking.
  static func open(
    _ configuration: LinuxConnectivityManager.Configuration,
    in namespace: NamespaceDescriptor?
  ) throws(ConnectivityError) -> SnapshotSource {
    let polling = PollingView(configuration, in: namespace)
    let source: SnapshotSource
    let hasInterface: Bool
    do throws(NetlinkError) {
      var kernel = try KernelView.open(configuration, in: namespace)
      hasInterface = try kernel.hasInterface()
      // A security module may allow the socket and refuse the questions.
      let first = try kernel.snapshot()
      source = SnapshotSource(kernel: kernel, polling: polling, first: first)
    } catch {
      return try open(polling, insteadOf: error, configuration)
    }
    if let name = configuration.interface, !hasInterface { throw .noInterface(name) }
    return source
  }

  private static func open(
    _ polling: PollingView,
    insteadOf error: NetlinkError,
    _ configuration: LinuxConnectivityManager.Configuration
  ) throws(ConnectivityError) -> SnapshotSource {
    guard error.isRefusal else { throw ConnectivityError(error) }
    try polling.check()
    // A socket that is bound to an interface finds a way without any route (IPv4 takes the
    // destination for a neighbour), so its success would say nothing.
    guard configuration.interface == nil else {
      throw ConnectivityError(
        .unavailable,
        "\(error), and without it one interface alone cannot be judged"
      )
    }
    do throws(NetlinkError) {
      return SnapshotSource(kernel: nil, polling: polling, first: try polling.snapshot())
    } catch {
      throw ConnectivityError(error)
    }
  }

  private init(kernel: consuming KernelView?, polling: PollingView, first: Snapshot) {
    self.kernel = kernel
    self.polling = polling
    self.first = first
  }

  /// Whether the kernel's own answers are to be had.
  var isNetlink: Bool { kernel != nil }

  /// Whether so many questions in a row have failed that the next goes by a new socket.
  var needsNewSocket: Bool { kernel != nil && failures >= Self.patience }

  mutating func snapshot() throws(NetlinkError) -> Snapshot {
    do throws(NetlinkError) {
      if failures >= Self.patience { try renewSocket() }
      let snapshot = try ask()
      failures = 0
      return snapshot
    } catch {
      failures += 1
      throw error
    }
  }

  private mutating func ask() throws(NetlinkError) -> Snapshot {
    guard let snapshot = try kernel?.snapshot() else { return try polling.snapshot() }
    return snapshot
  }

  private mutating func renewSocket() throws(NetlinkError) {
    try kernel?.reopen()
    failures = 0
  }

  /// The path that a packet to an address would leave by.
  mutating func path(to address: IPAddress) throws(NetlinkError) -> NetworkPath? {
    guard kernel != nil else { return nil }
    return try kernel?.path(to: address)
  }

  /// Whether a packet to an address would go anywhere.
  mutating func hasRoute(to address: IPAddress) throws(NetlinkError) -> Bool {
    guard let answer = try kernel?.hasRoute(to: address) else {
      return try polling.hasRoute(to: address)
    }
    return answer
  }

  mutating func linksDeleted(_ indexes: [Int32]) {
    kernel?.linksDeleted(indexes)
  }

  /// Deletions of links may have gone unheard.
  mutating func forgetLinks() {
    kernel?.forgetLinks()
  }

  /// The link that a family's packets leave by on its path, or where it has none, would leave by if it
  /// were usable.
  mutating func link(
    behind family: AddressFamily,
    now path: NetworkPath?
  ) throws(NetlinkError) -> Link? {
    guard kernel != nil else { return nil }
    if let path { return try kernel?.link(of: path) }
    return try kernel?.link(behind: family)
  }
}
