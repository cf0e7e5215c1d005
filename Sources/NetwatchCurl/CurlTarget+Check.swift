package import NetwatchCore

extension CurlRequest.Target {
  /// Checks, without asking anybody, that this can be asked for.
  ///
  /// - Throws: ``CurlError`` that names what is wrong with it.
  package func check() throws(CurlError) {
    _ = try CurlURL.open(for: self)
  }

  /// The family of the host where it is an address; `nil` where it is a name, or no host at all.
  package var addressFamily: AddressFamily? {
    guard let url = try? CurlURL.open(for: self) else { return nil }
    return url.addressFamily
  }
}
