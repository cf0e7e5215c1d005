internal import NetwatchCore
internal import NetwatchHTTP
internal import NetwatchJobs
internal import NetwatchSystemd

/// Sends what jobs of the kind `http` ask for.
final class HTTPJobSender: Sendable {
  /// How much is read of an answer, whose body nobody wants.
  private static let bodyLimit = 65_536

  private let settings: Lock<HTTPJobSettings>
  private let credentials: Credentials
  private let client: NetworkClient

  init(
    _ settings: HTTPJobSettings,
    _ connectivity: any ConnectivityManagerProtocol,
    _ credentials: Credentials
  ) {
    self.settings = Lock(settings)
    self.credentials = credentials
    client = NetworkClient(connectivityManager: connectivity)
  }

  func update(_ settings: HTTPJobSettings) { self.settings.withLock { $0 = settings } }

  /// What the scheduler runs.
  var handler: JobHandler {
    JobHandler(HTTPJob.jobKind) { job, context in try await self.send(job, context) }
  }

  private func send(_ job: HTTPJob, _ context: JobContext) async throws {
    let settings = settings.withLock { $0 }
    var request = try HTTPJobRequest(settings: settings, credentials: credentials).request(for: job)
    request.idempotencyKey = context.idempotencyKey
    do {
      _ = try await client.send(request)
    } catch let error as NetworkError {
      throw HTTPJobFailure.error(error, of: request)
    }
  }
}
