internal import NetwatchHTTPServer

/// The description of the API for programs (OpenAPI 3.1).
enum OpenAPIDocument {
  static let response = ServerResponse.json(Array("{}".utf8))
}
