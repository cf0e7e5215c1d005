internal import NetwatchJobs

/// What a job of the kind `exec` runs: a template by name, so that what is in it can change, and what
/// it is given.
struct ExecJob: Hashable, Sendable {
  /// Names the kind.
  static let kind = "exec"

  private static let version: UInt8 = 1

  /// The kind, with the form that its payload has.
  static let jobKind = JobKind<ExecJob>(
    kind,
    encode: { $0.payload },
    decode: { try ExecJob(payload: $0) }
  )

  let template: String

  /// The values by name, as they were given; numbers in digits.
  let arguments: [String: String]

  init(template: String, arguments: [String: String]) {
    self.template = template
    self.arguments = arguments
  }

  /// What a store keeps.
  var payload: [UInt8] {
    var writer = PayloadWriter(version: Self.version)
    writer.write(template)
    writer.write(arguments.count)
    for (name, value) in arguments.sorted(by: { $0.key < $1.key }) {
      writer.write(name)
      writer.write(value)
    }
    return writer.bytes
  }

  init(payload: [UInt8]) throws(PayloadError) {
    var reader = try PayloadReader(payload, version: Self.version)
    template = try reader.text()
    var arguments: [String: String] = [:]
    for _ in 0..<(try reader.count()) { arguments[try reader.text()] = try reader.text() }
    self.arguments = arguments
    try reader.end()
  }

  /// What is shown of it.
  var shown: JobDescription {
    .exec(
      template: template,
      arguments: arguments.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    )
  }
}
