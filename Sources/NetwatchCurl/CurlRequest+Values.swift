extension CurlRequest {
  /// What is asked.
  package enum Target: Hashable, Sendable {
    /// A request for an absolute URL with the scheme http or https.
    case url(String)

    /// A TCP connection and nothing more; the host is a name or an address, without brackets.
    case connection(host: String, port: UInt16)
  }

  /// Whether connections are shared with other requests.
  package enum Connection: Hashable, Sendable {
    /// A connection, a name lookup and a TLS session of its own, past every proxy, over HTTP/1.1; the
    /// connection is closed afterwards.
    case fresh

    /// One of the engine's connections, which are kept for the next request: HTTP/2 over TLS where
    /// the server offers it, with cached lookups and TLS sessions, and through the environment's
    /// proxies (http_proxy, https_proxy, no_proxy) as libcurl takes them.
    case pooled
  }

  /// Whether a path can be that of a Unix socket: sun_path takes 108 bytes, the NUL at its end included
  /// (unix(7)).
  package static func isUnixSocket(_ path: String) -> Bool {
    (1...107).contains(path.utf8.count) && !path.utf8.contains(0)
  }

  /// How often a request may be sent.
  ///
  /// libcurl sends a request again by itself when a connection that was kept turns out to be dead
  /// before any byte of the answer. A send of which no byte was handed to the network never counts.
  package enum Sends: Hashable, Sendable {
    /// Once; the second time the transfer fails with an error of the kind `notSentAgain`.
    case once

    /// Once more than once, for what may be repeated.
    case repeatable
  }

  /// Where the body of an answer goes.
  package enum Sink: Hashable, Sendable {
    case memory

    /// A file open for writing, borrowed until the transfer has ended and written from its current
    /// position on; a pipe or a socket would hold up every transfer of the engine.
    case descriptor(CInt)
  }
}
