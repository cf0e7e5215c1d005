package import NetwatchCore

/// One thing to ask of a server.
///
/// By default it is asked over a connection of its own, with a name lookup of its own, past every
/// proxy; see ``Connection``. Redirects are answers like any other, cookies are not kept, and
/// certificates are always verified.
package struct CurlRequest: Sendable {
  /// What is asked.
  package var target: Target

  /// The limit of the whole transfer, name lookup included, whatever the server does.
  ///
  /// It is held between one millisecond and 24 days.
  package var timeout: Duration

  /// The limit for getting a connection, name lookup and TLS included; nil for the whole `timeout`.
  package var connectTimeout: Duration?

  /// How long no byte may go either way, once the request is being sent; nil for any time.
  ///
  /// It is looked at four times in the limit, so that it can take a quarter longer. The time that a
  /// body's producer or a stream's consumer takes does not count.
  package var stallTimeout: Duration?

  /// How long sent bytes may go unacknowledged before the kernel ends the connection
  /// (TCP_USER_TIMEOUT, tcp(7)), set on the connections that this request opens; nil for the
  /// kernel's own limit.
  package var userTimeout: Duration?

  /// Whether connections are shared with other requests.
  package var connection = Connection.fresh

  /// The method, a token (RFC 9110, section 9.1), sent as it is.
  package var method = "GET"

  /// Fields to send besides those that HTTP demands.
  ///
  /// Content-Length and Transfer-Encoding are the body's business, and refused here.
  package var headers: [CurlHeader] = []

  /// The value of the User-Agent field; without one none is sent.
  package var userAgent: String?

  /// What is sent behind the header; HEAD takes none.
  package var body = CurlBody.none

  /// How often the request may be sent where libcurl would send it again by itself.
  package var sends = Sends.once

  /// The only family of addresses to use; nil for whichever connects first (RFC 8305).
  package var family: AddressFamily?

  /// The only interface to send through, bound with SO_BINDTODEVICE; nil for the routes' choice.
  package var interface: String?

  /// Says why an address must not be connected to; nil, as its answer too, lets it be.
  ///
  /// It is asked before a socket is opened to any address that a name or a URL has led to, and again
  /// when a request is about to be sent, also over a connection that was kept; so there is no gap
  /// between the address that was looked at and the one that is talked to. It is called on whichever
  /// thread drives, and must not block. A proxy has an address of its own: where one is used, it is the
  /// proxy's that is looked at.
  package var addressCheck: (@Sendable (IPAddress) -> String?)?

  /// The proxy to go through, as CURLOPT_PROXY takes it, whatever the environment says.
  ///
  /// An empty one is none. With nil a pooled request follows the environment, and a fresh one goes
  /// past it.
  package var proxy: String?

  /// The Unix socket to connect to in the place of the URL's host and port, past every proxy and without
  /// a name lookup; nil for the network.
  ///
  /// Its path has at most 107 bytes (unix(7)). Connections are shared with requests to the same socket
  /// only.
  package var unixSocket: String?

  /// A file of the only authorities to trust, in PEM; nil for the system's.
  package var authorities: String?

  /// The longest body to take into memory, in bytes; a longer one ends the transfer.
  ///
  /// It does not bind what goes to a stream or a descriptor.
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

  /// Where the body of an answer goes that is collected; a stream has no use for it.
  package var sink = Sink.memory

  /// The statuses whose body goes to the sink; the body of any other goes into memory.
  package var sinkStatuses = 200...299

  /// Is told how the transfer comes along, at most every 50 ms and once at the end, on the engine's
  /// thread: it must not block.
  package var progress: (@Sendable (CurlProgress) -> Void)?

  /// Creates a request with the defaults of every other property.
  package init(_ target: Target, timeout: Duration) {
    self.target = target
    self.timeout = timeout
  }
}
