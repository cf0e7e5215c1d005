extension OpenAPIDocument {
  /// The refusals, by what they are for.
  static let responses: String = [
    refusal("Malformed", "The request, its query or its body is not as it should be."),
    refusal(
      "Unauthorized",
      "Over TCP: neither the token nor the cookie of a session was shown.",
      header: ("WWW-Authenticate", #"{"const": "Bearer"}"#)
    ),
    refusal(
      "Forbidden",
      "The request comes from a page of another origin; it changes something with a cookie, but has no"
        + " field Origin; the link was used, or is too old; a link is asked for over TCP; or the system"
        + " does not tell who is connected."
    ),
    refusal("NotFound", "There is nothing, or nothing that the caller may know of."),
    refusal("Conflict", "The present state does not allow it."),
    refusal("TooLarge", "The body is too large."),
    refusal("WrongType", "The body is not said to be JSON."),
    refusal("Misdirected", "Over TCP: Host is none of this service's names."),
    refusal("OtherRequest", "The Idempotency-Key was used for another request."),
    refusal(
      "Quota",
      "The owner or the destination has too much in the queue, or too many ask for the same.",
      header: retryAfter
    ),
    refusal("Unavailable", "Something does not answer at present.", header: retryAfter),
    refusal("Full", "The store or its disk is full."),
    refusal("Failure", "The store has failed."),
  ]
  .joined(separator: ",\n")

  private static let retryAfter = ("Retry-After", #"{"type": "integer", "minimum": 1}"#)

  private static func refusal(
    _ name: String,
    _ description: String,
    header: (name: String, schema: String)? = nil
  ) -> String {
    let headers =
      header.map { #""headers": {"\#($0.name)": {"schema": \#($0.schema)}}, "# } ?? ""
    return #"""
      "\#(name)": {
        "description": "\#(description)",
        \#(headers)"content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
      }
      """#
  }

  /// The refusals that a request can meet, as members of `responses`.
  static func refusals(_ statuses: Int...) -> String {
    // Every request can meet these.
    let all = statuses + [400, 401, 403, 421]
    return Set(all).sorted().compactMap { status in
      names[status].map { ##""\##(status)": {"$ref": "#/components/responses/\##($0)"}"## }
    }
    .joined(separator: ", ")
  }

  private static let names = [
    400: "Malformed", 401: "Unauthorized", 403: "Forbidden", 404: "NotFound", 409: "Conflict",
    413: "TooLarge", 415: "WrongType", 421: "Misdirected", 422: "OtherRequest",
    429: "Quota", 500: "Failure", 503: "Unavailable", 507: "Full",
  ]
}
