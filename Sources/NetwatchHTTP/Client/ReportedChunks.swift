import NetwatchCore

/// A body whose breaking off is reported as evidence: it happens long after the attempt has ended.
struct ReportedChunks: BodyChunks {
  let chunks: any BodyChunks
  let report: @Sendable (TransportFailure) -> Void

  func next() async throws(TransportFailure) -> [UInt8]? {
    do throws(TransportFailure) {
      return try await chunks.next()
    } catch {
      report(error)
      throw error
    }
  }

  func cancel() { chunks.cancel() }
}
