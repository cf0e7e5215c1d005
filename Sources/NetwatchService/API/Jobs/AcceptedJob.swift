internal import NetwatchJobs

/// A job of a request, as it is in the store from then on.
struct AcceptedJob: Sendable {
  let receipt: JobReceipt

  /// What names the job everywhere; nil where the store has yet to be asked: one that was there before
  /// may have come from another store, and brought its name along.
  let idempotencyKey: String?

  /// A job that was handed to a store.
  init(_ receipt: JobReceipt, in store: any JobStore) {
    self.receipt = receipt
    idempotencyKey = receipt.isDuplicate ? nil : Self.idempotencyKey(of: receipt.id, in: store)
  }

  /// A job that was found.
  init(_ job: Job) {
    receipt = JobReceipt(id: job.id, isDuplicate: true)
    idempotencyKey = job.idempotencyKey
  }

  /// What names a job that was submitted to a store itself.
  static func idempotencyKey(of id: JobID, in store: any JobStore) -> String {
    "\(store.identity)-\(id)"
  }
}
