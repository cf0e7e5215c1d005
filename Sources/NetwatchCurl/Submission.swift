/// A request on its way to the engine's thread, with whoever waits for the answer.
struct Submission: Sendable {
  let id: TransferID
  let request: CurlRequest
  let waiter: CheckedContinuation<Result<CurlResponse, CurlError>, Never>
}
