internal import NetwatchCore

/// What makes an address none that everybody may be made to ask.
enum AddressClass: Hashable, Sendable, CaseIterable {
  /// This host itself: 127.0.0.0/8, `::1`, and the addresses of its interfaces.
  case loopback

  /// Good for one link only: 169.254.0.0/16 (RFC 3927) and fe80::/10 (RFC 4291).
  case linkLocal

  /// Where a cloud's provider tells its machines who they are, and gives them their keys.
  case metadata

  /// Networks that are not the internet: RFC 1918, RFC 4193, RFC 6598 and their like.
  case privateNetwork

  /// 0.0.0.0/8 and `::`, which Linux takes for this host.
  case unspecified

  /// All who listen: 224.0.0.0/4 and ff00::/8.
  case multicast

  /// 255.255.255.255.
  case broadcast

  /// Not in use: 240.0.0.0/4 (RFC 1112).
  case reserved

  /// The key of the configuration that lets jobs ask it; nil where none does.
  var key: String? {
    switch self {
    case .loopback: "http.allowLoopback"
    case .linkLocal: "http.allowLinkLocal"
    case .metadata: "http.allowMetadata"
    case .privateNetwork: "http.allowPrivate"
    case .unspecified, .multicast, .broadcast, .reserved: nil
    }
  }

  /// The class in words.
  var noun: String {
    switch self {
    case .loopback: "an address of this host"
    case .linkLocal: "a link-local address"
    case .metadata: "an address of a cloud's metadata"
    case .privateNetwork: "an address of a private network"
    case .unspecified: "an unspecified address"
    case .multicast: "a multicast address"
    case .broadcast: "the broadcast address"
    case .reserved: "a reserved address"
    }
  }

  /// Why it must not be asked, and what would change that.
  var refusal: String {
    guard let key else { return "it is \(noun)" }
    return "it is \(noun), which \(key) does not allow"
  }
}
