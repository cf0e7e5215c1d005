import CCurl
import CLinux
import Glibc
import NetwatchCore
import NetwatchSystem

/// Opens the sockets of one transfer, and keeps the errno where that fails, which libcurl forgets.
struct SocketOpener {
  /// TCP_USER_TIMEOUT of the sockets; 0 for the kernel's own.
  private let userTimeoutMilliseconds: CInt

  /// Says why an address must not be connected to.
  private let addressCheck: (@Sendable (IPAddress) -> String?)?

  /// The errno of the last socket that could not be opened, or 0.
  private(set) var error: Int32 = 0

  private var lastRefusal: CurlError?
  private var hasTried = false

  init(
    userTimeoutMilliseconds: CInt,
    addressCheck: (@Sendable (IPAddress) -> String?)? = nil
  ) {
    self.userTimeoutMilliseconds = userTimeoutMilliseconds
    self.addressCheck = addressCheck
  }

  /// Why no address was connected to; nil where one that is permitted was tried, or none refused.
  var refusal: CurlError? { hasTried ? nil : lastRefusal }

  /// Opens a socket for an address, unless it is refused.
  mutating func open(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
    if addressCheck != nil, let refusal = unsafe refusal(of: Self.address(address)) {
      lastRefusal = refusal
      return CURL_SOCKET_BAD
    }
    hasTried = true
    return unsafe open(address.pointee)
  }

  /// Why a connection that stands must not be used; nil where it may.
  func refusal(of address: String?) -> CurlError? {
    guard addressCheck != nil else { return nil }
    return refusal(of: address.flatMap(IPAddress.init(numeric:)))
  }

  private func refusal(of address: IPAddress?) -> CurlError? {
    guard let address else {
      return CurlError(.addressRefused, "An address that is none of IP must not be connected to.")
    }
    guard let reason = addressCheck?(address) else { return nil }
    return CurlError(.addressRefused, "\(address) must not be connected to: \(reason).")
  }

  private mutating func open(_ address: curl_sockaddr) -> curl_socket_t {
    let type = address.socktype | CInt(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.family, type, address.protocol)
    if descriptor < 0 {
      error = errno
    } else if userTimeoutMilliseconds > 0 {
      limit(descriptor)
    }
    return descriptor
  }

  private func limit(_ descriptor: CInt) {
    var value = userTimeoutMilliseconds
    let length = socklen_t(MemoryLayout.size(ofValue: value))
    // It fails only for what is no TCP socket, and then there is nothing to limit.
    unsafe setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_USER_TIMEOUT, &value, length)
  }

  /// The address that libcurl is about to connect to; nil where it is none of IP.
  ///
  /// The structure ends with as many bytes as the family's own address has, more than it declares.
  private static func address(_ address: UnsafePointer<curl_sockaddr>) -> IPAddress? {
    guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
    return unsafe IPAddress(
      socketAddress: UnsafeRawPointer(address) + offset,
      length: Int(address.pointee.addrlen)
    )
  }
}
