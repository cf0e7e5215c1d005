/// How something is uploaded.
public struct UploadOptions: Sendable {
  /// The method; POST by default.
  ///
  /// A resumable upload has methods of its own.
  public var method: HTTPMethod = .post

  /// The fields to send; none by default.
  ///
  /// Content-Type is `application/octet-stream` where it is not given.
  public var headers: HTTPHeaders = []

  /// The limit of one attempt, in a resumable upload of one exchange; nil for none: an upload may take
  /// long, as long as something moves.
  public var attemptTimeout: Duration?

  /// The limit of the whole, all attempts and waits included; nil for none.
  public var deadline: Duration?

  /// What must be there for it to make sense; as in ``NetworkRequest/requirement``.
  public var requirement: NetworkRequirement?

  /// What tells the server that two attempts are the same upload; nil for one that is made where the
  /// method is POST or PATCH.
  public var idempotencyKey: String?

  /// Whether the server is one of tus (https://tus.io, version 1.0.0), so that an upload that was
  /// interrupted goes on where it stopped; false by default.
  public var isResumable = false

  /// The URL of a resumable upload that was begun before, to go on from; nil to begin one.
  ///
  /// Where the server does not know it any more, the upload is begun anew.
  public var resume: String?

  /// Called with the URL of a resumable upload when the server has created it, to be kept for
  /// ``resume``; a second time where it had to be begun anew.
  public var onCreated: (@Sendable (String) -> Void)?

  /// Creates the defaults.
  public init() {}
}
