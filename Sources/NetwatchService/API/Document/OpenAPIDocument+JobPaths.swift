extension OpenAPIDocument {
  /// What is about jobs.
  static let jobPaths = ##"""
    "/v1/jobs": {
      "get": {
        "operationId": "listJobs",
        "summary": "Jobs by their numbers: one's own, or an administrator's choice",
        "description": "Lists of one caller are made one at a time; beyond a few that wait there is 429.",
        "parameters": [
          {"name": "state", "in": "query", "description": "Any of these; `parked` are those ready ones that wait for a connection or their destination.", "schema": {"type": "array", "items": {"enum": ["ready", "waiting", "running", "succeeded", "dead", "cancelled", "parked"]}}},
          {"name": "kind", "in": "query", "schema": {"type": "string"}},
          {"name": "destination", "in": "query", "schema": {"type": "string"}},
          {"name": "owner", "in": "query", "schema": {"type": "string"}},
          {"name": "after", "in": "query", "description": "The number after which to begin.", "schema": {"type": "integer", "minimum": 0, "maximum": 9223372036854775807}},
          {"name": "limit", "in": "query", "description": "The most jobs of the answer.", "schema": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 100}}
        ],
        "responses": {
          "200": {"description": "The jobs.", "content": {"application/json": {"schema": {
            "type": "object", "required": ["jobs"], "additionalProperties": false,
            "properties": {
              "jobs": {"type": "array", "maxItems": 1000, "items": {"$ref": "#/components/schemas/Job"}},
              "next": {"$ref": "#/components/schemas/JobID", "description": "What to ask for as `after` for more; not there at the end."}
            }
          }}}},
          \##(refusals(429, 500, 503))
        }
      },
      "post": {
        "operationId": "submitJobs",
        "summary": "Submits a job, or up to 1,000 of them: all or none",
        "description": "When it is answered, the jobs are in the service's database.",
        "parameters": [{
          "name": "Idempotency-Key", "in": "header",
          "description": "Names the request, so that repeating it gives the same numbers and no more jobs: a string of RFC 8941, or as it is. Jobs have no uniqueKey then.",
          "schema": {"type": "string", "pattern": "^([!#-+\\--:<-\\[\\]-~]{1,128}|\"[ !#-\\[\\]-~]{1,128}\")$"}
        }],
        "requestBody": {"required": true, "content": {"application/json": {"schema": {"oneOf": [
          {"$ref": "#/components/schemas/NewJob"},
          {"type": "array", "minItems": 1, "maxItems": 1000, "items": {"$ref": "#/components/schemas/NewJob"}}
        ]}, "examples": {
          "request": {"value": {"kind": "http", "http": {"method": "POST", "url": "https://example.org/hook", "headers": {"Content-Type": "text/plain"}, "body": "hello"}, "notBefore": "5m"}},
          "list": {"value": [{"kind": "http", "http": {"url": "https://example.org/"}, "uniqueKey": "nightly", "deadline": "1d"}]}
        }}}},
        "responses": {
          "200": {"description": "All of them were there already.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Receipts"}}}},
          "201": {
            "description": "They are stored.",
            "headers": {"Location": {"description": "The path of a single job.", "schema": {"type": "string", "pattern": "^/v1/jobs/[1-9][0-9]*$"}}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Receipts"}}}
          },
          \##(refusals(409, 413, 415, 422, 429, 500, 503, 507))
        }
      }
    },
    "/v1/jobs/{id}": {
      "parameters": [\##(jobIDParameter)],
      "get": {
        "operationId": "getJob",
        "summary": "A job, and why it is where it is",
        "responses": {
          "200": {"description": "The job.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/JobDetails"}}}},
          \##(refusals(404, 500, 503))
        }
      },
      "delete": {
        "operationId": "cancelJob",
        "summary": "Cancels a job that is not finished",
        "responses": {
          "200": {"description": "It is cancelled.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Changed"}}}},
          \##(refusals(404, 409, 500, 503))
        }
      }
    },
    "/v1/jobs/{id}/retry": {
      "parameters": [\##(jobIDParameter)],
      "post": {
        "operationId": "retryJob",
        "summary": "Has a job run as soon as it can that waits, is dead or was cancelled",
        "responses": {
          "200": {"description": "It is ready.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Changed"}}}},
          \##(refusals(404, 409, 429, 500, 503, 507))
        }
      }
    }
    """##

  private static let jobIDParameter = ##"""
    {"name": "id", "in": "path", "required": true, "schema": {"$ref": "#/components/schemas/JobID"}}
    """##
}
