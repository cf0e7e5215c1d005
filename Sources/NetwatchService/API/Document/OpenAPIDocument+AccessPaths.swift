extension OpenAPIDocument {
  /// What browsers and programs get in by, and what they see first.
  static let accessPaths = ##"""
    "/": {"get": {
      "operationId": "getPage",
      "summary": "The page for people",
      "responses": {
        "200": {"description": "The page.", "content": {"text/html": {"schema": {"type": "string"}}}},
        \##(refusals())
      }
    }},
    "/login": {"get": {
      "operationId": "logIn",
      "summary": "Lets a browser in, over TCP, with the code of a one-time link",
      "security": [],
      "parameters": [{"name": "code", "in": "query", "schema": {"type": "string"}}],
      "responses": {
        "303": {
          "description": "The session's cookie is set.",
          "headers": {"Location": {"schema": {"const": "/"}}, "Set-Cookie": {"schema": {"type": "string"}}}
        },
        \##(refusals(404))
      }
    }},
    "/v1/page-links": {"post": {
      "operationId": "makePageLink",
      "summary": "Makes a link that lets a browser in once, within a minute; over the Unix socket only",
      "description": "The host of the link is a name in localhost that nobody else knows: cookies are sent to all ports of a host.",
      "responses": {
        "201": {"description": "The link.", "content": {"application/json": {"schema": {
          "type": "object", "required": ["url", "expiresSeconds"], "additionalProperties": false,
          "properties": {"url": {"type": "string", "format": "uri"}, "expiresSeconds": {"type": "integer"}}
        }}}},
        \##(refusals(409, 503))
      }
    }},
    "/v1/openapi.json": {"get": {
      "operationId": "getDocument",
      "summary": "This document",
      "responses": {
        "200": {"description": "The document.", "content": {"application/json": {"schema": {"type": "object", "required": ["openapi", "info", "paths"]}}}},
        \##(refusals())
      }
    }}
    """##
}
