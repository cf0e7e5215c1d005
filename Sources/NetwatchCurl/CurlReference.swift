import CCurl

/// An absolute URL taken apart, as libcurl will read it when it is asked for.
package struct CurlReference: Hashable, Sendable {
  /// The whole URL in libcurl's normal form, user information included.
  package let text: String

  /// The scheme: `http` or `https`.
  package let scheme: String

  /// The host in lower case; an IPv6 address in brackets, with its zone where it has one.
  package let host: String

  /// The port, the scheme's own where the URL names none.
  package let port: UInt16

  /// The name and password in front of the host; empty where there are none.
  package let userInformation: String

  /// Takes a URL apart.
  ///
  /// - Throws: ``CurlError`` where it is no absolute URL, or has a scheme other than HTTP's.
  package init(_ text: String) throws(CurlError) {
    self.init(try CurlURL.open(for: .url(text)))
  }

  /// Resolves a reference, such as the Location of a redirect (RFC 3986, section 5).
  ///
  /// Blanks and characters beyond ASCII, which servers send although no URL may have them, are
  /// encoded.
  ///
  /// - Throws: ``CurlError`` where the result is no URL, or has a scheme other than HTTP's.
  package func resolve(_ reference: String) throws(CurlError) -> CurlReference {
    let url = try CurlURL.open(for: .url(text))
    try url.set(CURLUPART_URL, reference, flags: CURLU_URLENCODE | CURLU_ALLOW_SPACE)
    // Once more from its text: that is where the scheme is judged.
    return try CurlReference(url.text)
  }

  private init(_ url: borrowing CurlURL) {
    text = url.text
    scheme = url.scheme
    port = UInt16(url.part(CURLUPART_PORT)) ?? (url.scheme == "https" ? 443 : 80)
    let host = url.host.lowercased()
    let zone = host.utf8.last == UInt8(ascii: "]") ? url.part(CURLUPART_ZONEID) : ""
    self.host = zone.isEmpty ? host : "\(host.dropLast())%25\(zone)]"
    let parts = text.utf8.contains(UInt8(ascii: "@")) ? [CURLUPART_USER, CURLUPART_PASSWORD] : []
    userInformation = parts.map { url.part($0) }.filter { !$0.isEmpty }.joined(separator: ":")
  }
}
