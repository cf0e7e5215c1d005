internal import NetwatchJSON

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

extension SubmittedExec {
  init(_ object: SubmittedObject) throws(JobRefusal) {
    for member in object.members {
      switch member.name {
      case "template": template = try member.text(upTo: 64)
      case "arguments":
        for argument in try member.object().members {
          arguments[argument.name] = try SubmittedArgument(argument)
        }
      default: throw object.unknown(member.name, ["template", "arguments"])
      }
    }
    if template.isEmpty { throw object.missing("template", "the name of a template") }
  }
}

extension SubmittedArgument {
  init(_ member: SubmittedMember) throws(JobRefusal) {
    if let number = member.value.integer {
      self = .number(number)
    } else if let text = member.value.text {
      self = .text(text)
    } else {
      throw member.refusal("expected text or a whole number")
    }
  }
}
