internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchNetlink

extension ConnectivityError {
  /// What a failure of netlink means to somebody who wants to watch.
  init(_ error: NetlinkError) {
    switch error.operation {
    case .nameNamespace, .openNamespace, .enterNamespace: self.init(.namespace, error.description)
    default: self.init(.unavailable, error.description)
    }
  }
}

extension ConnectivityError {
  /// There is no interface of this name.
  static func noInterface(_ name: String) -> Self {
    Self(.interface, "there is no network interface '\(name)'")
  }
}

extension NetlinkError {
  /// Whether netlink as such is not to be had here, as in a sandbox that allows only AF_INET, or where
  /// a security module allows a socket and refuses what is sent by it.
  var isRefusal: Bool {
    switch operation {
    case .allocate, .connect, .configure: isForbidden || isUnsupported || code == EINVAL
    // EINVAL there is a group that an older kernel does not have.
    case .join: isForbidden || isUnsupported
    case .send, .receive, .describe: isForbidden
    case .nameNamespace, .openNamespace, .enterNamespace, .startThread: false
    }
  }

  private var isForbidden: Bool { [EPERM, EACCES].contains(code) }

  private var isUnsupported: Bool { [EAFNOSUPPORT, EPROTONOSUPPORT, ENOSYS].contains(code) }
}
