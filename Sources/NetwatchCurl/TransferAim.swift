import NetwatchCore

/// A target, looked at once: what its URL says.
struct TransferAim {
  let target: CurlRequest.Target
  let url: String
  let usesTLS: Bool

  /// The family of a host that is an address; nil for a name, which has to be looked up.
  let addressFamily: AddressFamily?

  private let host: String

  init(_ target: CurlRequest.Target) throws(CurlError) {
    let parsed = try CurlURL.open(for: target)
    self.target = target
    url = parsed.text
    usesTLS = parsed.scheme == "https"
    addressFamily = parsed.addressFamily
    host = parsed.host
  }

  /// libcurl has no word for a host that is an address of the other family: it "couldn't connect".
  func check(_ family: AddressFamily?) throws(CurlError) {
    guard let family, let addressFamily, family != addressFamily else { return }
    throw CurlError(.nameNotResolved, "\(host) has no address of the family \(family).")
  }
}
