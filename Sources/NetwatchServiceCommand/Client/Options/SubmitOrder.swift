internal import NetwatchClient
internal import NetwatchCommand
internal import NetwatchCore
internal import NetwatchHTTP

/// What `submit` is to hand in.
struct SubmitOrder: Sendable {
  /// The kind, and what it takes.
  var operands: [String] = []

  /// The document that is handed in as it is.
  var jsonFile: String?

  /// The fields, in order, their values as they were given.
  var headers: [(name: String, value: String)] = []
  var body: String?
  var bodyFile: String?
  var uniqueKey: String?
  var idempotencyKey: String?
  var priority: ServicePriority?
  var requirement: ServiceRequirement?
  var notBefore: Duration?
  var deadline: Duration?
  var timeout: Duration?
  var retrySafety: RetrySafety?
  var waitsForEnd = false

  /// The options about the job that were given, by what they are called.
  private(set) var given: [ClientOption.Kind] = []

  /// Takes one option into account.
  mutating func apply(_ kind: ClientOption.Kind, _ value: String) throws(UsageError) {
    given.append(kind)
    switch kind {
    case .header: try addHeader(value)
    case .body: body = value
    case .bodyFile: bodyFile = value
    case .jsonFile: jsonFile = value
    case .uniqueKey: uniqueKey = value
    case .idempotencyKey: idempotencyKey = value
    case .priority: priority = try OptionValue.choice("--priority", value, [.low, .normal, .high])
    case .requirement:
      requirement = try OptionValue.choice("--requirement", value, [.nothing, .route, .internet])
    case .notBefore: notBefore = try OptionValue.limit("--not-before", value)
    case .deadline: deadline = try OptionValue.limit("--deadline", value)
    case .timeout: timeout = try OptionValue.limit("--timeout", value)
    case .retrySafety:
      retrySafety = try OptionValue.choice("--retry-safety", value, RetrySafety.allCases)
    case .wait: waitsForEnd = true
    default: break
    }
  }

  private mutating func addHeader(_ text: String) throws(UsageError) {
    let field = try OptionValue.headerField("--header", text)
    guard !headers.contains(where: { $0.name.lowercased() == field.name.lowercased() }) else {
      throw UsageError("--header: the field \(field.name) is given twice")
    }
    headers.append(field)
  }
}
