import Foundation
import NetwatchCore
import NetwatchFoundation
import NetwatchTestSupport
import Testing

/// The cases of seeds one and three, told in URLErrors, under the retry function.
@Suite("The retry function, given a URLError")
struct URLErrorRetryTests {
  /// How often an operation was tried that fails so many times with an error, and then succeeds.
  private func attempts(
    failing error: URLError.Code,
    times: Int = .max
  ) async -> (count: Int, outcome: Result<Void, any Error>) {
    var count = 0
    do {
      try await retry(
        attempts: 3,
        delay: .zero,
        shouldRetry: { NetworkErrorType(of: $0).isRetryable },
        operation: {
          count += 1
          if count <= times { throw URLError(error) }
        }
      )
      return (count, .success(()))
    } catch {
      return (count, .failure(error))
    }
  }

  @Test(
    "tries again what passes, and rethrows the last one",
    arguments: [
      .timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed,
      .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive,
      .badServerResponse,
    ] as [URLError.Code]
  )
  func transient(code: URLError.Code) async throws {
    let recovered = await attempts(failing: code, times: 2)
    #expect(recovered.count == 3)
    try recovered.outcome.get()
    let failed = await attempts(failing: code)
    #expect(failed.count == 3)
    #expect(throws: URLError(code)) { try failed.outcome.get() }
  }

  @Test(
    "does not try again what stays",
    arguments: [
      .resourceUnavailable, .userAuthenticationRequired, .serverCertificateUntrusted,
      .secureConnectionFailed, .cannotDecodeContentData, .badURL, .unknown,
    ] as [URLError.Code]
  )
  func final(code: URLError.Code) async {
    let (count, outcome) = await attempts(failing: code)
    #expect(count == 1)
    #expect(throws: URLError(code)) { try outcome.get() }
  }

  @Test("treats a cancelled load as the cancellation it is")
  func cancelled() async {
    let (count, outcome) = await attempts(failing: .cancelled)
    #expect(count == 1)
    #expect(throws: CancellationError.self) { try outcome.get() }
  }

  @Test(
    "does with a status as seed one says: 500 again, 404 not",
    arguments: [(500, 3), (404, 1)]
  )
  func statuses(status: Int, expected: Int) async {
    let (count, outcome) = await attempts(failing: URLError.Code(.status(status)))
    #expect(count == expected)
    #expect(throws: URLError.self) { try outcome.get() }
  }
}
