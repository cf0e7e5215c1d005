extension CurlError {
  /// What went wrong.
  package enum Kind: Hashable, Sendable {
    /// The URL, or the host of a connection, is not one.
    case malformedURL

    /// The URL's scheme is neither http nor https.
    case unsupportedScheme

    /// A header field to send has a name that is no token, or a line break or NUL in its value.
    case invalidHeader

    /// The method is no token, or takes no body where there is one.
    case invalidMethod

    /// There is no such interface, or binding to it is not allowed.
    case interfaceUnavailable

    /// The name has no address of the wanted family, or nobody answered for it.
    case nameNotResolved

    /// The host answered that nothing listens on the port.
    case refused

    /// There is no route, or a router or firewall on the way refused the packets.
    case unreachable

    /// The only addresses there are were refused by the request's `addressCheck`.
    case addressRefused

    /// The limit of time was reached, no byte went for too long, or the kernel gave up on the
    /// connection; `connected` says whether TCP stood, and `sendCount` whether the request was sent.
    case timedOut(connected: Bool)

    /// The connection was reset, or broke in use.
    case reset

    /// The server closed the connection before its answer was complete.
    case closedEarly

    /// No TLS session could be set up with a peer that proves who it is.
    case tls(TLSFailure)

    /// A proxy refused to pass the request on, or could not be spoken to.
    case proxyFailed

    /// A connection broke before any byte of the answer, and the request could not be sent again.
    case notSentAgain

    /// The body to send had fewer bytes than were announced, as a file has that was cut off.
    case bodyEndedEarly

    /// The body to send could not be read, or its source gave it up.
    case bodyFailed

    /// The answer's body could not be written where it was to go; see `osError`.
    case sinkFailed

    /// The header was longer than so many bytes.
    case headerTooLarge(limit: Int)

    /// The body was longer than so many bytes.
    case bodyTooLarge(limit: Int)

    /// What the server sent is not HTTP.
    case malformedResponse

    /// This process or this machine was short of descriptors, memory, buffers or threads, so that the
    /// failure says nothing of the network.
    case outOfResources

    /// The task that waited for the transfer was cancelled.
    case cancelled

    /// The engine was shut down, or could not go on.
    case engineStopped

    /// The engine was retired before the transfer began: it is for a newer engine.
    case engineRetired

    /// Anything else; see the code and the message.
    case other
  }

  /// What kept TLS from being set up.
  package enum TLSFailure: Hashable, Sendable {
    /// The peer's certificate is not to be trusted, or is for another name.
    case certificate

    /// The two sides could not agree, or the connection ended during the handshake.
    case handshake

    /// This side's own certificates or engine are unusable.
    case configuration
  }
}
