internal import NetwatchSystem

extension ExecTemplate {
  /// The parameters by name.
  var parameters: [String: ExecParameter] {
    arguments.reduce(into: [:]) { result, argument in
      if case .parameter(let parameter) = argument { result[parameter.name] = parameter }
    }
  }

  /// The program with what a job gives it.
  ///
  /// - Parameters:
  ///   - values: The values by the names of their parameters.
  ///   - path: Where the values stand.
  /// - Returns: The program, ready to be run.
  /// - Throws: ``JobRefusal`` for the first value that is missing, unknown or not allowed.
  func call(
    _ values: [String: String],
    at path: SubmittedPath
  ) throws(JobRefusal) -> ProgramCall {
    let parameters = parameters
    if let name = values.keys.sorted().first(where: { parameters[$0] == nil }) {
      let known = parameters.keys.sorted()
      let expected = known.isEmpty ? "none" : ConfigurationText.alternatives(known)
      throw path[name].refusal("the template has no such parameter; expected \(expected)")
    }
    var call = ProgramCall(path: program, timeout: timeout)
    call.folder = workingDirectory
    call.environment = environment
    for argument in arguments {
      switch argument {
      case .text(let text): call.arguments.append(text)
      case .parameter(let parameter):
        call.arguments.append(try Self.value(of: parameter, values, path[parameter.name]))
      }
    }
    return call
  }

  private static func value(
    of parameter: ExecParameter,
    _ values: [String: String],
    _ path: SubmittedPath
  ) throws(JobRefusal) -> String {
    guard let value = values[parameter.name] else {
      throw path.refusal("it is missing; expected \(parameter.expectation)")
    }
    guard parameter.takes(value) else {
      throw path.refusal("expected \(parameter.expectation)")
    }
    return value
  }
}
