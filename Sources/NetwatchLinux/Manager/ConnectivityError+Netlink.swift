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
  /// Whether netlink as such is not to be had here, as in a sandbox that allows only AF_INET.
  var isRefusal: Bool {
    guard [.allocate, .connect, .configure, .join].contains(operation) else { return false }
    return [EPERM, EACCES, EAFNOSUPPORT, EPROTONOSUPPORT, ENOSYS, EINVAL].contains(code)
  }
}
