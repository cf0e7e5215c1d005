extension OpenAPIDocument {
  private static let levels = #"{"enum": ["none", "unverified", "limited", "portal", "full"]}"#

  /// The state of the connection.
  static let stateSchemas = ##"""
    "Time": {"type": "string", "format": "date-time"},
    "Moment": {"type": "string", "pattern": "^([0-9]+([.][0-9]+)?(ms|s|m|h|d)?|[0-9]{4}-[0-9]{2}-[0-9]{2}T.*)$"},
    "State": {
      "type": "object",
      "required": ["time", "sequence", "connectionAssumedAvailable", "level", "since", "generation", "ipv4", "ipv6", "cause", "explanation", "counters", "mode"],
      "properties": {
        "time": {"$ref": "#/components/schemas/Time"},
        "sequence": {"type": "integer", "minimum": 0},
        "connectionAssumedAvailable": {"type": "boolean"},
        "level": \##(levels),
        "since": {"$ref": "#/components/schemas/Time"},
        "generation": {"type": "integer", "minimum": 0},
        "ipv4": {"$ref": "#/components/schemas/Family"},
        "ipv6": {"$ref": "#/components/schemas/Family"},
        "probes": {"type": "array", "items": {"$ref": "#/components/schemas/Probe"}},
        "cause": {"type": "string"},
        "explanation": {"type": "string"},
        "counters": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
        "mode": {"enum": ["netlink", "polling"]},
        "links": {"type": "array", "items": {"$ref": "#/components/schemas/Link"}}
      }
    },
    "Family": {
      "type": "object", "required": ["reachable"],
      "properties": {
        "reachable": {"type": "boolean"}, "reason": {"type": "string"}, "interface": {"type": "string"},
        "index": {"type": "integer"}, "gateway": {"type": "string"}, "source": {"type": "string"}
      }
    },
    "Probe": {
      "type": "object", "required": ["endpoint", "family", "outcome", "milliseconds"],
      "properties": {
        "endpoint": {"type": "string"}, "family": {"enum": ["ipv4", "ipv6"]}, "outcome": {"type": "string"},
        "status": {"type": "integer"}, "location": {"type": "string"}, "milliseconds": {"type": "number"}
      }
    },
    "Link": {
      "type": "object", "required": ["name", "index", "up", "usable"], "additionalProperties": false,
      "properties": {
        "name": {"type": "string"}, "index": {"type": "integer"}, "kind": {"type": "string"},
        "up": {"type": "boolean"}, "usable": {"type": "boolean"}
      }
    }
    """##

  /// What was.
  static let historySchemas = ##"""
    "History": {
      "type": "object", "required": ["from", "to", "knownSeconds", "availableSeconds", "spans", "outages", "probes"],
      "properties": {
        "from": {"$ref": "#/components/schemas/Time"},
        "to": {"$ref": "#/components/schemas/Time"},
        "availability": {"type": "number", "minimum": 0, "maximum": 100, "description": "Per cent of the known time."},
        "knownSeconds": {"type": "number", "minimum": 0},
        "availableSeconds": {"type": "number", "minimum": 0},
        "spans": {"type": "array", "maxItems": 2000, "items": {
          "type": "object", "required": ["from", "to"],
          "properties": {
            "from": {"$ref": "#/components/schemas/Time"}, "to": {"$ref": "#/components/schemas/Time"},
            "level": \##(levels), "available": {"type": "boolean"}, "cause": {"type": "string"}, "explanation": {"type": "string"}
          }
        }},
        "outages": {"type": "array", "items": {
          "type": "object", "required": ["start", "seconds"],
          "properties": {
            "start": {"$ref": "#/components/schemas/Time"}, "end": {"$ref": "#/components/schemas/Time"},
            "seconds": {"type": "number", "minimum": 0}, "cause": {"type": "string"}, "explanation": {"type": "string"}, "level": \##(levels)
          }
        }},
        "probes": {"type": "array", "items": {
          "type": "object", "required": ["endpoint", "family", "count", "failures", "series"],
          "properties": {
            "endpoint": {"type": "string"}, "family": {"enum": ["ipv4", "ipv6"]},
            "count": {"type": "integer"}, "failures": {"type": "integer"},
            "p50": {"type": "number"}, "p90": {"type": "number"}, "p99": {"type": "number"}, "max": {"type": "number"},
            "series": {"type": "array", "maxItems": 300, "items": {
              "type": "object", "required": ["time", "count", "failures"],
              "properties": {
                "time": {"$ref": "#/components/schemas/Time"}, "median": {"type": "number"}, "max": {"type": "number"},
                "count": {"type": "integer"}, "failures": {"type": "integer"}
              }
            }}
          }
        }},
        "truncated": {"type": "boolean", "description": "Whether short spans were merged with longer ones."}
      }
    }
    """##
}
