internal import Glibc
internal import NetwatchClient
internal import NetwatchCommand
internal import NetwatchHTTP

/// Where the service is asked.
struct ServiceAddress: Sendable {
  var socket: String?
  var url: String?
  var tokenFile: String?

  /// The socket, where none was named: of the environment, or the usual one.
  private static var usualSocket: String {
    let named = unsafe getenv("NETWATCH_SOCKET").map { unsafe String(cString: $0) } ?? ""
    return named.isEmpty ? ServiceClient.defaultSocket : named
  }

  /// The socket that is asked; nil where it is a URL.
  var askedSocket: String? { url == nil ? socket ?? Self.usualSocket : nil }

  /// Checks, without asking anybody, that there is one place.
  func check() throws(UsageError) {
    guard url == nil || socket == nil else {
      throw UsageError("--socket and --url name two places; give one")
    }
    guard tokenFile == nil || url != nil else {
      throw UsageError("--token-file goes with --url; at the socket the kernel says who asks")
    }
    guard let url else { return }
    do {
      try NetworkRequest(url: url).check()
    } catch {
      throw UsageError("--url: \(error.message)")
    }
  }

  /// A client that asks there.
  ///
  /// - Throws: ``ClientFailure`` where the token cannot be read.
  func client() throws(ClientFailure) -> ServiceClient {
    guard let url else { return ServiceClient(socket: askedSocket ?? "") }
    return ServiceClient(url: url, token: try tokenFile.map(InputFile.secret))
  }
}
