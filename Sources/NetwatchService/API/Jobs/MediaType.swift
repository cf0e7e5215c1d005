internal import NetwatchHTTPServer

/// What a body is said to be.
enum MediaType {
  /// Refuses a body that is not said to be JSON: whatever a form of a web page can send is none.
  static func requireJSON(_ headers: [ServerHeader]) throws(Problem) {
    let value = headers["Content-Type"] ?? ""
    if value == json { return }
    let type = value.prefix { $0 != ";" && $0 != " " }
    guard type.lowercased() == json, headers.values(of: "Content-Type").count == 1 else {
      throw Problem(415, "The body has to be of the type \(json).", field: "Content-Type")
    }
  }

  private static let json = "application/json"
}
