/// Why a store did not do what it was asked for.
public struct JobStoreError: Error, Sendable {
  /// The kind of failure.
  public enum Code: Hashable, Sendable {
    /// An operand breaks a limit that is documented with it; nothing was changed.
    case invalid

    /// The queue holds as many jobs or bytes as it may; nothing was changed.
    case full

    /// The disk, or the quota, is full.
    case noSpace

    /// Another program held the store for longer than is waited for.
    case busy

    /// The server is not there, or not ready yet: refused, starting up, session ended, no answer.
    case unavailable

    /// What is stored is damaged, or is not a store.
    case damaged

    /// What is stored was written by a newer version.
    case newerVersion

    /// The store may not be read or written, as by its permissions.
    case denied

    /// The store was closed.
    case closed

    /// Anything else.
    case failed
  }

  /// The kind of failure.
  public let code: Code

  /// What happened, in a sentence that names the operand.
  public let message: String

  /// The error of the layer below; nil where there is none.
  public let underlying: (any Error)?

  /// Creates an error.
  public init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.underlying = underlying
  }
}

extension JobStoreError {
  /// Whether the same call may succeed later, without anybody changing anything.
  public var isTransient: Bool {
    switch code {
    case .noSpace, .busy, .unavailable: true
    case .invalid, .full, .damaged, .newerVersion, .denied, .closed, .failed: false
    }
  }
}

extension JobStoreError: CustomStringConvertible {
  /// What happened.
  public var description: String { message }
}
