internal import NetwatchJobs

/// The keys by which stores tell jobs apart that there is to be one of.
///
/// They are shared by everybody who submits: what a client calls its job is put behind whose it is,
/// so that nobody comes upon the job of somebody else.
enum StoredKey {
  /// How long a key can be in a store, in bytes.
  private static let longest = 255

  /// Sets the key that a job is stored with.
  ///
  /// - Parameters:
  ///   - job: The job, with the key that its client gave it.
  ///   - caller: Whose it is.
  ///   - key: The request's own key, beside which a job can have none.
  ///   - index: The job's place in the request.
  ///   - path: Where the job stands, for complaints.
  /// - Throws: `JobRefusal` where the job may not have a key, or its key is too long.
  static func set(
    of job: inout NewJob,
    _ caller: Caller,
    _ key: IdempotencyKey?,
    index: Int,
    at path: SubmittedPath
  ) throws(JobRefusal) {
    if let key {
      guard job.options.uniqueKey == nil else {
        throw path["uniqueKey"].refusal(
          "expected none beside the field Idempotency-Key of the request"
        )
      }
      job.options.uniqueKey = request(key, caller, index: index)
    } else if let given = job.options.uniqueKey {
      let stored = prefix(caller.owner) + given
      guard stored.utf8.count <= longest else {
        let room = longest - (stored.utf8.count - given.utf8.count)
        throw path["uniqueKey"].refusal("expected text of 1 to \(room) bytes")
      }
      job.options.uniqueKey = stored
    }
  }

  /// The key of a job of a request that has one.
  static func request(_ key: IdempotencyKey, _ caller: Caller, index: Int) -> String {
    "i:\(caller.owner):\(key.text):\(index)"
  }

  /// The key as the client gave it; nil where it gave none.
  static func given(_ job: Job) -> String? {
    guard let stored = job.options.uniqueKey, let owner = job.options.owner else { return nil }
    let prefix = prefix(owner)
    return stored.hasPrefix(prefix) ? String(stored.dropFirst(prefix.count)) : nil
  }

  private static func prefix(_ owner: String) -> String { "k:\(owner):" }
}
