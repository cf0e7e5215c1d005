internal import NetwatchJSON

/// Where in a submission a value stands.
enum SubmittedPath: Sendable {
  case body
  case element(Int)
  indirect case member(String, of: SubmittedPath)

  /// As it is told to the client, such as `[3].http.url`.
  var text: String {
    switch self {
    case .body: ""
    case .element(let index): "[\(index)]"
    case .member(let name, let parent): ConfigurationText.path(parent.text, name)
    }
  }

  /// Where a member of what stands there has its place.
  subscript(name: String) -> SubmittedPath { .member(name, of: self) }

  /// A complaint of what stands there.
  func refusal(_ message: String) -> JobRefusal {
    let field = text
    return JobRefusal(field.isEmpty ? "body" : field, message)
  }
}

/// An object that is read name by name.
struct SubmittedObject {
  private let fields: JSONMembers

  let path: SubmittedPath

  init(_ value: JSONValue, at path: SubmittedPath) throws(JobRefusal) {
    guard let fields = value.members else { throw path.refusal("expected an object") }
    (self.fields, self.path) = (fields, path)
  }

  /// How many members it has.
  var count: Int { fields.count }

  /// Its members, in the order of the text.
  var members: LazyMapSequence<JSONMembers, SubmittedMember> {
    fields.lazy.map { SubmittedMember(name: $0.name, value: $0.value, parent: path) }
  }

  /// A complaint of a member.
  func refusal(of name: String, _ message: String) -> JobRefusal {
    path[name].refusal(message)
  }

  /// A complaint of a name that means nothing here.
  func unknown(_ name: String, _ expected: [String]) -> JobRefusal {
    let names = ConfigurationText.alternatives(expected)
    return refusal(of: name, "there is no such field; expected \(names)")
  }

  /// A complaint that a member is missing.
  func missing(_ name: String, _ expected: String) -> JobRefusal {
    refusal(of: name, "it is missing; expected \(expected)")
  }
}
