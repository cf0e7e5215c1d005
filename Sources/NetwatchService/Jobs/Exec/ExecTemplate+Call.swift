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
  /// - Parameter values: The values by the names of their parameters.
  /// - Returns: The program, ready to be run.
  /// - Throws: ``JobRefusal`` for the first value that is missing, unknown or not allowed.
  func call(_ values: [String: String]) throws(JobRefusal) -> ProgramCall {
    let parameters = parameters
    if let name = values.keys.sorted().first(where: { parameters[$0] == nil }) {
      let known = parameters.keys.sorted()
      let expected = known.isEmpty ? "none" : ConfigurationText.alternatives(known)
      throw Self.refusal(name, "the template has no such parameter; expected \(expected)")
    }
    var call = ProgramCall(path: program, timeout: timeout)
    call.folder = workingDirectory
    call.environment = environment
    for argument in arguments {
      switch argument {
      case .text(let text): call.arguments.append(text)
      case .parameter(let parameter): call.arguments.append(try Self.value(of: parameter, values))
      }
    }
    return call
  }

  private static func value(
    of parameter: ExecParameter,
    _ values: [String: String]
  ) throws(JobRefusal) -> String {
    guard let value = values[parameter.name] else {
      throw refusal(parameter.name, "it is missing; expected \(parameter.expectation)")
    }
    guard parameter.takes(value) else {
      throw refusal(parameter.name, "expected \(parameter.expectation)")
    }
    return value
  }

  private static func refusal(_ name: String, _ message: String) -> JobRefusal {
    JobRefusal(ConfigurationText.path("exec.arguments", name), message)
  }
}
