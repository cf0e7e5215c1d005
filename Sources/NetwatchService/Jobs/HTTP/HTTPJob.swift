internal import NetwatchCore
internal import NetwatchHTTP
internal import NetwatchJobs

/// What a job of the kind `http` sends: as it was submitted, references to credentials included.
struct HTTPJob: Hashable, Sendable {
  /// Names the kind.
  static let kind = "http"

  /// The longest URL, in bytes.
  static let longestURL = 8192

  /// A field of its header.
  struct Field: Hashable, Sendable {
    let name: String
    let value: HeaderValue
  }

  var method: String
  var url: String
  var fields: [Field] = []

  /// What is sent behind the header; nil where nothing is.
  var body: [UInt8]?

  var safety = RetrySafety.automatic

  /// The limit of an attempt; nil for the configured one.
  var timeout: Duration?
  var acceptedStatuses = 200...299
}

// MARK: - What is kept and shown

extension HTTPJob {
  private static let version: UInt8 = 1

  /// The kind, with the form that its payload has.
  static let jobKind = JobKind<HTTPJob>(
    kind,
    encode: { $0.payload },
    decode: { try HTTPJob(payload: $0) }
  )

  var payload: [UInt8] {
    var writer = PayloadWriter(version: Self.version, capacity: 128 + url.utf8.count + bodyCount)
    writer.write(method)
    writer.write(url)
    writer.write(fields.count)
    for field in fields { writer.write(field) }
    writer.write(safety.code)
    writer.write(timeout.map { Int(clamping: $0.clampedNanoseconds) } ?? 0)
    writer.write(acceptedStatuses.lowerBound)
    writer.write(acceptedStatuses.upperBound)
    if let body { writer.write(body) }
    return writer.bytes
  }

  /// The bytes of its body.
  var bodyCount: Int { body?.count ?? 0 }

  init(payload: [UInt8]) throws(PayloadError) {
    var reader = try PayloadReader(payload, version: Self.version)
    method = try reader.text()
    url = try reader.text()
    for _ in 0..<(try reader.count()) { fields.append(try reader.field()) }
    guard let safety = RetrySafety(code: try reader.number()) else { throw .malformed }
    self.safety = safety
    let limit = try reader.number()
    timeout = limit > 0 ? .nanoseconds(limit) : nil
    let (first, last) = (try reader.number(), try reader.number())
    guard first <= last else { throw .malformed }
    acceptedStatuses = first...last
    body = reader.isAtEnd ? nil : Array(try reader.data())
    try reader.end()
  }
}

extension PayloadWriter {
  fileprivate mutating func write(_ field: HTTPJob.Field) {
    write(field.name)
    switch field.value {
    case .text(let text):
      write(0)
      write(text)
    case .credential(let name):
      write(1)
      write(name)
    }
  }
}

extension PayloadReader {
  fileprivate mutating func field() throws(PayloadError) -> HTTPJob.Field {
    let name = try text()
    switch try number() {
    case 0: return HTTPJob.Field(name: name, value: .text(try text()))
    case 1: return HTTPJob.Field(name: name, value: .credential(try text()))
    default: throw .malformed
    }
  }
}

extension RetrySafety {
  fileprivate var code: Int {
    switch self {
    case .automatic: 0
    case .always: 1
    case .never: 2
    }
  }

  fileprivate init?(code: Int) {
    switch code {
    case 0: self = .automatic
    case 1: self = .always
    case 2: self = .never
    default: return nil
    }
  }
}
