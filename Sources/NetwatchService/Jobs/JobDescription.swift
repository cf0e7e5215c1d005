/// What is shown of a job's work: nothing that could be a secret.
package enum JobDescription: Sendable {
  /// A request: its URL without the query, and of its header the names.
  case http(method: String, url: String, headerNames: [String], bodyBytes: Int)

  /// A program: what it is given is seen by everybody on the host anyway (proc(5)).
  case exec(template: String, arguments: [(name: String, value: String)])

  /// A payload of another release, or one that is damaged.
  case unreadable
}
