extension OpenAPIDocument {
  private static let states =
    #"{"enum": ["ready", "waiting", "running", "succeeded", "dead", "cancelled"]}"#
  private static let priorities = #"{"enum": ["low", "normal", "high"]}"#
  private static let requirements = #"{"enum": ["nothing", "route", "internet"]}"#

  /// The members of a job in a list.
  private static let summaryMembers = ##"""
    "id": {"$ref": "#/components/schemas/JobID"},
    "kind": {"type": "string"},
    "destination": {"type": "string"},
    "owner": {"type": "string", "description": "The number of a user, or `token`; behind an @ the host and what stands for its machine id, where hosts share a store."},
    "state": \##(states),
    "parked": {"type": "boolean", "description": "Whether it is ready, and waits for a connection or its destination."},
    "priority": \##(priorities),
    "requirement": \##(requirements),
    "attempt": {"type": "integer", "minimum": 0},
    "created": {"$ref": "#/components/schemas/Time"},
    "dueSeconds": {"type": "number", "minimum": 0, "description": "How long until it is due; where it waits."},
    "finished": {"$ref": "#/components/schemas/Time"},
    "reason": {"type": "string", "description": "Why it is dead."},
    "uniqueKey": {"type": "string"},
    "lastFailure": {"type": "string"}
    """##

  private static let summaryRequired =
    #""id", "kind", "destination", "state", "parked", "priority", "requirement", "attempt", "created""#

  /// Jobs as they are told.
  static let jobSchemas = ##"""
    "JobID": {"type": "integer", "minimum": 1, "maximum": 9223372036854775807},
    "Job": {
      "type": "object", "required": [\##(summaryRequired)], "additionalProperties": false,
      "properties": {\##(summaryMembers)}
    },
    "JobDetails": {
      "type": "object", "additionalProperties": false,
      "required": [\##(summaryRequired), "idempotencyKey", "why", "attempts", "omittedAttempts", "transitions"],
      "properties": {
        \##(summaryMembers),
        "http": {
          "type": "object", "required": ["method", "url", "headers", "bodyBytes"], "additionalProperties": false,
          "properties": {
            "method": {"type": "string"},
            "url": {"type": "string", "description": "Without its query."},
            "headers": {"type": "array", "items": {"type": "string"}, "description": "The names of its fields."},
            "bodyBytes": {"type": "integer", "minimum": 0}
          }
        },
        "exec": {
          "type": "object", "required": ["template", "arguments"], "additionalProperties": false,
          "properties": {"template": {"type": "string"}, "arguments": {"type": "object", "additionalProperties": {"type": "string"}}}
        },
        "idempotencyKey": {"type": "string", "description": "What is sent as Idempotency-Key with each attempt."},
        "why": {"type": "string", "description": "Why it is where it is, in a sentence."},
        "attempts": {"type": "array", "maxItems": 32, "items": {
          "type": "object", "required": ["number", "time", "failure", "reason"], "additionalProperties": false,
          "properties": {
            "number": {"type": "integer"}, "time": {"$ref": "#/components/schemas/Time"},
            "failure": {"type": "string"}, "reason": {"type": "string"}
          }
        }},
        "omittedAttempts": {"type": "integer", "minimum": 0, "description": "How many failed attempts behind the first four are not told."},
        "transitions": {"type": "array", "items": {
          "type": "object", "required": ["time", "to"], "additionalProperties": false,
          "properties": {"time": {"$ref": "#/components/schemas/Time"}, "from": \##(states), "to": \##(states), "reason": {"type": "string"}}
        }}
      }
    },
    "Changed": {
      "type": "object", "required": ["id", "state"], "additionalProperties": false,
      "properties": {"id": {"$ref": "#/components/schemas/JobID"}, "state": \##(states)}
    },
    "Receipt": {
      "type": "object", "required": ["id", "idempotencyKey", "duplicate"], "additionalProperties": false,
      "properties": {
        "id": {"$ref": "#/components/schemas/JobID"}, "idempotencyKey": {"type": "string"},
        "duplicate": {"type": "boolean", "description": "Whether the job was there already."}
      }
    },
    "Receipts": {"oneOf": [
      {"$ref": "#/components/schemas/Receipt"},
      {
        "type": "object", "required": ["jobs"], "additionalProperties": false,
        "properties": {"jobs": {"type": "array", "minItems": 1, "maxItems": 1000, "items": {"$ref": "#/components/schemas/Receipt"}}}
      }
    ]}
    """##

  /// Jobs as they are submitted.
  static let newJobSchemas = ##"""
    "NewJob": {"oneOf": [
      {
        "type": "object", "required": ["kind", "http"], "additionalProperties": false,
        "properties": {"kind": {"const": "http"}, "http": {"$ref": "#/components/schemas/NewRequest"}, \##(optionMembers)}
      },
      {
        "type": "object", "required": ["kind", "exec"], "additionalProperties": false,
        "properties": {"kind": {"const": "exec"}, "exec": {"$ref": "#/components/schemas/NewRun"}, \##(optionMembers)}
      }
    ]},
    "NewRequest": {
      "type": "object", "required": ["url"], "additionalProperties": false,
      "not": {"required": ["body", "bodyBase64"]},
      "properties": {
        "method": {"type": "string", "pattern": "^[!#-'*+.0-9A-Z^_`|~-]{1,32}$", "default": "GET"},
        "url": {"type": "string", "pattern": "^https?://[!#-;=?-[\\]_a-z~]+$", "maxLength": 8192},
        "headers": {"type": "object", "maxProperties": 64, "additionalProperties": {"type": "string", "maxLength": 8192, "description": "`@credential:NAME` for a secret that the configuration gives for the origin. A redirect to another origin gets Accept, Accept-*, Content-* and User-Agent of them only."}},
        "body": {"type": "string"},
        "bodyBase64": {"type": "string", "contentEncoding": "base64", "pattern": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"},
        "retrySafety": {"enum": ["automatic", "always", "never"], "default": "automatic", "description": "Whether it may be sent again although the server may have seen it."},
        "timeout": {"$ref": "#/components/schemas/Duration", "description": "The limit of one attempt."},
        "acceptedStatuses": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "integer", "minimum": 200, "maximum": 599}, "description": "The first and the last status that means success."}
      }
    },
    "NewRun": {
      "type": "object", "required": ["template"], "additionalProperties": false,
      "properties": {
        "template": {"type": "string", "minLength": 1, "maxLength": 64},
        "arguments": {"type": "object", "additionalProperties": {"type": ["string", "integer"]}}
      }
    },
    "Duration": {
      "description": "Digits and a unit (`250ms`, `3s`, `5m`, `1h`, `7d`), or a number of seconds.",
      "oneOf": [{"type": "string", "pattern": "^[0-9]+([.][0-9]+)?(ms|s|m|h|d)?$"}, {"type": "number", "minimum": 0}]
    }
    """##

  private static let optionMembers = ##"""
    "destination": {"type": "string", "minLength": 1, "maxLength": 255, "description": "What the job is paced by; of a request, its origin and nothing else."},
    "priority": \##(priorities),
    "requirement": \##(requirements),
    "uniqueKey": {"type": "string", "minLength": 1, "maxLength": 128, "description": "What there is to be one unfinished job for, among one's own of the kind."},
    "notBefore": {"$ref": "#/components/schemas/Duration", "description": "How long it waits at least."},
    "deadline": {"$ref": "#/components/schemas/Duration", "description": "How long it may take at most, waits included."}
    """##
}
