package import NetwatchCore

/// One thing to ask of a server, over a connection of its own.
///
/// The connection and the name lookup are always new, and the connection is closed afterwards.
/// Proxies, whatever the environment says of them, cookies and stored TLS sessions are not used;
/// redirects are answers like any other; certificates are always verified.
package struct CurlRequest: Sendable {
  /// What is asked.
  package enum Target: Hashable, Sendable {
    /// A GET for an absolute URL with the scheme http or https.
    case url(String)

    /// A TCP connection and nothing more; the host is a name or an address, without brackets.
    case connection(host: String, port: UInt16)
  }

  /// What is asked.
  package var target: Target

  /// The limit of the whole transfer, name lookup included, whatever the server does.
  ///
  /// It is held between one millisecond and 24 days.
  package var timeout: Duration

  /// Fields to send besides those that HTTP demands.
  package var headers: [CurlHeader] = []

  /// The value of the User-Agent field; without one none is sent.
  package var userAgent: String?

  /// The only family of addresses to use; nil for whichever connects first (RFC 8305).
  package var family: AddressFamily?

  /// The only interface to send through, bound with SO_BINDTODEVICE; nil for the routes' choice.
  package var interface: String?

  /// The longest body, in bytes; a longer one ends the transfer.
  package var bodyLimit = 65_536

  /// How many bytes of the body are enough; nil for all.
  ///
  /// Once that many are there the answer counts as complete with just these, and no more is read. A
  /// body that ends earlier is complete as ever.
  package var bodyNeeded: Int?

  /// The longest header, in bytes; a longer one ends the transfer.
  ///
  /// Interim (1xx) responses and trailers count too. A line counts once it is complete; libcurl
  /// itself refuses one of more than 102,400 bytes, and more than 300 KiB in all, so that a limit
  /// over 256 KiB means 256 KiB.
  package var headerLimit = 65_536

  /// Creates a request with the defaults of every other property.
  package init(_ target: Target, timeout: Duration) {
    self.target = target
    self.timeout = timeout
  }

  /// The limit of the header, held under libcurl's own, whose error does not say what it is.
  var effectiveHeaderLimit: Int { min(headerLimit, 262_144) }

  /// The timeout as curl takes it; zero would mean no limit at all.
  var timeoutMilliseconds: Int {
    Int(min(max(timeout.clampedNanoseconds / 1_000_000, 1), Int64(Int32.max)))
  }
}
