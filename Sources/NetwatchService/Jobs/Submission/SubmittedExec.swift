/// The member `exec` of a job: a template and what it is given.
struct SubmittedExec: Sendable {
  var template = ""

  /// The arguments by name; numbers as the digits that they are.
  var arguments: [String: SubmittedArgument] = [:]
}

/// A value that is given to a template.
enum SubmittedArgument: Hashable, Sendable {
  case number(Int)
  case text(String)

  /// The value as a program is given it.
  var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
    }
  }
}

extension SubmittedExec: Decodable {
  init(from decoder: any Decoder) throws {
    let object = try SubmittedObject(decoder)
    for key in object.keys {
      switch key.stringValue {
      case "template": template = try object.text(key, upTo: 64)
      case "arguments": arguments = try object.value(key)
      default: throw object.unknown(key, ["template", "arguments"])
      }
    }
    if template.isEmpty { throw object.missing("template", "the name of a template") }
  }
}

extension SubmittedArgument: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      throw JobRefusal(path: decoder.codingPath, "expected text or a whole number")
    }
  }
}
