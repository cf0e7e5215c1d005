internal import NetwatchCore
internal import NetwatchHTTP
internal import NetwatchJobs
internal import NetwatchSystemd

/// Sends what jobs of the kind `http` ask for.
final class HTTPJobSender: Sendable {
  /// How much is read of an answer, which nobody wants.
  private static let bodyLimit = 65_536

  private let configuration: CurrentConfiguration
  private let credentials: Credentials
  private let client: NetworkClient

  init(
    _ configuration: CurrentConfiguration,
    _ connectivity: any ConnectivityManagerProtocol,
    _ credentials: Credentials,
    transport: (any HTTPTransport)? = nil
  ) {
    self.configuration = configuration
    self.credentials = credentials
    var settings = NetworkClientConfiguration()
    settings.route = .direct
    settings.addressCheck = { address in
      let rule = AddressRule(configuration.value.http)
      return rule.refusal(of: address, isOwn: HostAddresses.contain)?.refusal
    }
    client =
      transport.map {
        NetworkClient(connectivityManager: connectivity, configuration: settings, transport: $0)
      } ?? NetworkClient(connectivityManager: connectivity, configuration: settings)
  }

  /// What the scheduler runs.
  var handler: JobHandler {
    JobHandler(HTTPJob.jobKind) { job, context in try await self.send(job, context) }
  }

  private func send(_ job: HTTPJob, _ context: JobContext) async throws {
    if job.safety == .never, context.mayHaveBeenSent {
      throw PermanentJobFailure(JobContext.brokenOff)
    }
    let maker = HTTPJobRequest(settings: configuration.value.http, credentials: credentials)
    var request = try maker.request(for: job)
    request.idempotencyKey = context.idempotencyKey
    request.bodyLimit = Self.bodyLimit
    request.needsBeginningOnly = true
    do {
      _ = try await client.send(request)
    } catch let error as NetworkError {
      throw HTTPJobFailure.error(error, of: request)
    }
  }
}
