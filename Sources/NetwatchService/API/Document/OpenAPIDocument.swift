internal import NetwatchHTTPServer

/// The description of the API for programs (OpenAPI 3.1), written by hand and checked against the
/// server by the tests.
enum OpenAPIDocument {
  /// The answer to `GET /v1/openapi.json`.
  static let response = ServerResponse.json(Array(text.utf8))

  private static let text = """
    {\(head),
    "paths": {\(statePaths), \(jobPaths), \(accessPaths)},
    "components": {
    "securitySchemes": {\(securitySchemes)},
    "responses": {\(responses)},
    "schemas": {\(problemSchema), \(stateSchemas), \(historySchemas), \(jobSchemas), \(newJobSchemas)}
    }}

    """

  private static let head = #"""
    "openapi": "3.1.0",
    "info": {
      "title": "Netwatch",
      "version": "1",
      "summary": "Whether this host has a connection, and the jobs that wait for one.",
      "description": "Over the Unix socket a caller is known by their user (SO_PEERCRED). Over TCP, which is on loopback only, the token of the service's token file is shown, or the cookie of a one-time link.",
      "license": {"name": "None", "identifier": "LicenseRef-None"}
    },
    "servers": [{"url": "/"}],
    "security": [{"token": []}, {"session": []}]
    """#

  private static let securitySchemes = #"""
    "token": {"type": "http", "scheme": "bearer"},
    "session": {"type": "apiKey", "in": "cookie", "name": "netwatch_session"}
    """#

  private static let problemSchema = #"""
    "Problem": {
      "description": "A refusal, as RFC 9457 writes it.",
      "type": "object",
      "required": ["type", "title", "status", "detail"],
      "additionalProperties": false,
      "properties": {
        "type": {"const": "about:blank"},
        "title": {"type": "string"},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"type": "string", "description": "What is wrong, in a sentence."},
        "field": {"type": "string", "description": "What it is about: a path into the body such as `[3].http.url`, or the name of a part of the query or of a field of the header."}
      }
    }
    """#
}
