internal import NetwatchJobs

extension Problem {
  /// A job that is not taken.
  init(_ refusal: JobRefusal) {
    self.init(400, refusal.message, field: refusal.field)
  }

  /// What a store does not do.
  ///
  /// What it says of itself, as a path or a server's message, is for the log.
  init(_ error: JobStoreError) {
    self =
      switch error.code {
      case .invalid: Problem(400, error.message)
      case .full, .noSpace: Problem(507, "The store is full: \(error.message)")
      case .busy, .unavailable, .closed: .later(503, "The store does not answer at present.")
      case .damaged, .newerVersion, .denied, .failed: Problem(500, "The store has failed.")
      }
  }
}
