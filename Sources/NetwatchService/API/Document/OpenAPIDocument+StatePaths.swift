extension OpenAPIDocument {
  /// What tells of the connection.
  static let statePaths = ##"""
    "/v1/state": {"get": {
      "operationId": "getState",
      "summary": "The state of the connection now",
      "parameters": [{
        "name": "include", "in": "query", "description": "What else to tell: all links.",
        "schema": {"enum": ["links"]}
      }],
      "responses": {
        "200": {"description": "The state.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/State"}}}},
        \##(refusals(503))
      }
    }},
    "/v1/events": {"get": {
      "operationId": "getEvents",
      "summary": "What happens, as server-sent events",
      "description": "Events are `state`, `job`, `probe`, `reset` (the id is unknown or too old, or events that were wanted are missing: the present state follows), `overflow` (the client is too slow, and is closed) and `stopping`. Without an id the present state comes first. Of jobs, others than administrators hear of their own.",
      "parameters": [
        {"name": "types", "in": "query", "description": "What to listen for, by commas: `state`, `job`, `probe`; `state,job` by default.", "schema": {"type": "string", "pattern": "^(state|job|probe)(,(state|job|probe))*$"}},
        {"name": "lastEventID", "in": "query", "description": "The id of the last event that is known; the field Last-Event-ID goes before it.", "schema": {"type": "string"}},
        {"name": "Last-Event-ID", "in": "header", "description": "The id of the last event that is known.", "schema": {"type": "string"}}
      ],
      "responses": {
        "200": {"description": "Events, without an end.", "content": {"text/event-stream": {"schema": {"type": "string"}}}},
        \##(refusals(503))
      }
    }},
    "/v1/history": {"get": {
      "operationId": "getHistory",
      "summary": "What was: availability, outages, and how long probes took",
      "description": "An answer is given again for five seconds to whoever asks the same. Questions are answered one at a time; beyond a few that wait there is 429.",
      "parameters": [
        {"name": "since", "in": "query", "description": "The beginning: a time of RFC 3339, or how long ago it was, such as `7d`; a day ago by default.", "schema": {"$ref": "#/components/schemas/Moment"}},
        {"name": "until", "in": "query", "description": "The end; now by default.", "schema": {"$ref": "#/components/schemas/Moment"}}
      ],
      "responses": {
        "200": {"description": "The history.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/History"}}}},
        \##(refusals(429, 503))
      }
    }},
    "/metrics": {"get": {
      "operationId": "getMetrics",
      "summary": "Counts and gauges for Prometheus",
      "responses": {
        "200": {"description": "Metrics in the text format 0.0.4.", "content": {"text/plain": {"schema": {"type": "string"}}}},
        \##(refusals(500, 503))
      }
    }},
    "/healthz": {"get": {
      "operationId": "getHealth",
      "summary": "Whether monitor, history and store work",
      "security": [],
      "responses": {
        "200": {"description": "All is well.", "content": {"application/json": {"schema": {"type": "object", "required": ["status"], "additionalProperties": false, "properties": {"status": {"const": "ok"}}}}}},
        \##(refusals(503))
      }
    }}
    """##
}
