import Foundation
public import FoundationNetworking
public import NetwatchHTTP

extension HTTPURLResponse {
  /// The head of an answer, for code that takes HTTPURLResponse.
  ///
  /// Fields of one name are joined by commas, as URLSession does. Nil where the answer's URL is none
  /// that Foundation can parse.
  ///
  /// - Parameter response: The answer.
  public convenience init?(_ response: NetworkResponse) {
    guard let url = URL(string: response.url) else { return nil }
    self.init(
      url: url,
      statusCode: response.status,
      httpVersion: response.httpVersion.isEmpty ? nil : response.httpVersion,
      headerFields: response.headers.joinedFields
    )
  }
}

extension HTTPHeaders {
  /// One value for each name, the first spelling of it (RFC 9110, section 5.3).
  fileprivate var joinedFields: [String: String] {
    var names: Set<String> = []
    return reduce(into: [:]) { fields, field in
      guard names.insert(field.name.lowercased()).inserted else { return }
      fields[field.name] = values(of: field.name).joined(separator: ", ")
    }
  }
}
