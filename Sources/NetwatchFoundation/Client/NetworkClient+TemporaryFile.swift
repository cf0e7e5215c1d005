public import Foundation
public import FoundationNetworking
import NetwatchCore
public import NetwatchHTTP

extension NetworkClient {
  /// Sends a URLRequest and writes the answer's body into a new temporary file, as URLSession would:
  /// any status is an answer.
  ///
  /// The file belongs to the caller, who moves or removes it. Nothing is left behind where there is no
  /// answer. Of an answer outside 200–299 it holds at most the first 64 KiB.
  ///
  /// - Parameter request: What to send.
  /// - Returns: The file's URL, and the head of the answer.
  /// - Throws: As ``data(for:)``.
  public func download(for request: URLRequest) async throws -> (URL, HTTPURLResponse) {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("netwatch-\(UUID().uuidString).download")
    return try await URLError.rethrowing {
      do {
        return (file, try await download(request, to: file))
      } catch {
        try? FileManager.default.removeItem(at: file)
        throw error
      }
    }
  }

  private func download(_ urlRequest: URLRequest, to file: URL) async throws -> HTTPURLResponse {
    let request = try NetworkRequest(urlRequest)
    let response = try await NetworkError.givingAnswers {
      try await download(request, to: file.path)
    }
    if !request.acceptedStatuses.contains(response.status) {
      try Data(response.body).write(to: file)
    }
    return try HTTPURLResponse.head(of: response)
  }
}
