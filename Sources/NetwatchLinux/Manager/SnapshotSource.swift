internal import NetwatchCore
internal import NetwatchNetlink

/// Where snapshots come from: the kernel's own answers, or the next best where netlink is refused.
struct SnapshotSource: ~Copyable {
  private var kernel: KernelView?
  private var polling: PollingView

  /// Finds out what can be asked here.
  static func open(
    _ configuration: LinuxConnectivityManager.Configuration
  ) throws(ConnectivityError) -> SnapshotSource {
    let polling = PollingView(configuration)
    let source: SnapshotSource
    let hasInterface: Bool
    do throws(NetlinkError) {
      var kernel = try KernelView.open(configuration)
      hasInterface = try kernel.hasInterface()
      source = SnapshotSource(kernel: kernel, polling: polling)
    } catch {
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
      return SnapshotSource(kernel: nil, polling: polling)
    }
    if let name = configuration.interface, !hasInterface { throw .noInterface(name) }
    return source
  }

  private init(kernel: consuming KernelView?, polling: PollingView) {
    self.kernel = kernel
    self.polling = polling
  }

  /// Whether the kernel's own answers are to be had.
  var isNetlink: Bool { kernel != nil }

  mutating func snapshot() throws(NetlinkError) -> Snapshot {
    guard let snapshot = try kernel?.snapshot() else { return try polling.snapshot() }
    return snapshot
  }

  /// The path that a packet to an address would leave by.
  mutating func path(to address: IPAddress) throws(NetlinkError) -> NetworkPath? {
    guard kernel != nil else { return nil }
    return try kernel?.path(to: address)
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
