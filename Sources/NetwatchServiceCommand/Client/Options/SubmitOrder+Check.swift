internal import NetwatchCommand
internal import NetwatchCore
internal import NetwatchHTTP

extension SubmitOrder {
  /// Checks, without asking anybody, that there is something that can be handed in.
  func check() throws(UsageError) {
    guard uniqueKey == nil || idempotencyKey == nil else {
      throw UsageError("--unique-key says what --idempotency-key would; give one")
    }
    if jsonFile != nil { return try checkDocument() }
    switch operands.first {
    case "http": try checkRequest()
    case "exec": try checkProgram()
    case let kind?: throw UsageError("submit knows the kinds http and exec, not '\(kind)'")
    case nil:
      throw UsageError("submit needs 'http METHOD URL', 'exec TEMPLATE' or --json-file FILE")
    }
  }

  /// What the document does not say is not said.
  private func checkDocument() throws(UsageError) {
    if let operand = operands.first {
      throw UsageError("'\(operand)' has no place beside --json-file, which says it all")
    }
    try refuse(
      given.filter { ![.jsonFile, .idempotencyKey, .wait].contains($0) },
      because: "has no place beside --json-file, which says it all"
    )
  }

  private func checkRequest() throws(UsageError) {
    guard operands.count == 3 else {
      throw UsageError("submit http needs a method and a URL, and nothing else")
    }
    guard body == nil || bodyFile == nil else {
      throw UsageError("--body and --body-file are two bodies; give one")
    }
    do throws(NetworkError) {
      try NetworkRequest(
        method: HTTPMethod(rawValue: operands[1]),
        url: operands[2],
        headers: HTTPHeaders(headers.map { HTTPField(name: $0.name, value: $0.value) })
      ).check()
    } catch {
      throw UsageError(error.message)
    }
  }

  private func checkProgram() throws(UsageError) {
    guard operands.count > 1 else { throw UsageError("submit exec needs the name of a template") }
    try refuse(
      given.filter { [.header, .body, .bodyFile, .timeout, .retrySafety].contains($0) },
      because: "belongs to 'submit http'"
    )
    _ = try arguments()
  }

  private func refuse(
    _ options: [ClientOption.Kind],
    because reason: String
  ) throws(UsageError) {
    guard let option = ClientOption.table.first(where: { options.contains($0.kind) }) else {
      return
    }
    throw UsageError("\(option.spelling) \(reason)")
  }

  /// What is given to the template's parameters, by name.
  func arguments() throws(UsageError) -> [String: String] {
    var arguments: [String: String] = [:]
    for operand in operands.dropFirst(2) {
      guard let sign = operand.firstIndex(of: "="), sign > operand.startIndex else {
        throw UsageError("an argument has to be NAME=VALUE, not '\(operand)'")
      }
      let name = String(operand[..<sign])
      guard arguments[name] == nil else { throw UsageError("the argument \(name) is given twice") }
      arguments[name] = String(operand[operand.index(after: sign)...])
    }
    return arguments
  }
}
