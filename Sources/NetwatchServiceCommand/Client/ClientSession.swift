internal import NetwatchClient

/// The service that a command asks, and how it tells what it hears.
struct ClientSession: Sendable {
  let client: ServiceClient
  let isJSON: Bool
  private let address: ServiceAddress

  /// Reads the token, where there is one; nothing is asked yet.
  init(_ options: ClientOptions) throws(ClientFailure) {
    (address, isJSON) = (options.address, options.isJSON)
    client = try options.address.client()
  }

  /// Asks the service.
  ///
  /// - Parameter question: What to ask.
  /// - Returns: The answer.
  /// - Throws: ``ClientFailure`` in the place of `ServiceError`.
  func ask<Answer>(_ question: (ServiceClient) async throws -> Answer) async throws -> Answer {
    do {
      return try await question(client)
    } catch let error as ServiceError {
      throw ClientFailure(error, at: address)
    }
  }
}
