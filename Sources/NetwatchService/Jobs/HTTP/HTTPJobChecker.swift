internal import NetwatchCore
internal import NetwatchCurl
internal import NetwatchHTTP
internal import NetwatchSystem

/// Checks what somebody wants sent, and makes a job of it.
struct HTTPJobChecker {
  /// Whether a job can have a method: CONNECT opens a tunnel, and TRACE shows what was added to the
  /// header (RFC 9110, section 9.3); small letters make another method (section 9.1), which nobody means.
  static func isMethod(_ method: String) -> Bool {
    method.isHTTPToken && !method.utf8.contains(where: \.isLowercase)
      && !["CONNECT", "TRACE"].contains(method)
  }

  private let settings: HTTPJobSettings

  /// Where the job stands, for complaints.
  private let path: SubmittedPath

  init(settings: HTTPJobSettings, at path: SubmittedPath) {
    (self.settings, self.path) = (settings, path)
  }

  /// The job, and whom it asks.
  func check(_ http: SubmittedHTTP) throws(JobRefusal) -> (job: HTTPJob, origin: Origin) {
    let origin = try origin(of: http.url)
    guard Self.isMethod(http.method) else {
      throw refusal(
        of: "method",
        "expected a method in capitals such as GET or POST, not CONNECT or TRACE"
      )
    }
    try checkLimits(http)
    var job = HTTPJob(method: http.method, url: http.url, body: http.body, safety: http.safety)
    job.fields = try fields(of: http.headers, for: origin)
    job.timeout = http.timeout
    job.acceptedStatuses = http.acceptedStatuses
    return (job, origin)
  }

  private func refusal(of name: String, _ message: String) -> JobRefusal {
    path["http"][name].refusal(message)
  }

  private func checkLimits(_ http: SubmittedHTTP) throws(JobRefusal) {
    if let body = http.body {
      guard body.count <= settings.bodyLimit else {
        throw refusal(of: "body", "expected at most \(settings.bodyLimit) bytes (http.bodyLimit)")
      }
      guard http.method != "HEAD" else { throw refusal(of: "body", "HEAD takes no body") }
    }
    if let timeout = http.timeout, timeout > settings.timeout {
      let limit = DurationText.text(settings.timeout)
      throw refusal(of: "timeout", "expected at most \(limit) (http.timeout)")
    }
  }
}

// MARK: - Whom it asks

extension HTTPJobChecker {
  private func origin(of url: String) throws(JobRefusal) -> Origin {
    // What cannot be seen, and what people and libcurl may see differently.
    guard url.utf8.allSatisfy(\.isInURL) else {
      throw refusal(of: "url", "expected a URL with blanks and other characters encoded")
    }
    guard let authority = url.authority, let reference = try? CurlReference(url) else {
      throw refusal(of: "url", "expected an absolute URL with the scheme http or https")
    }
    guard reference.userInformation.isEmpty, !authority.contains(UInt8(ascii: "@")) else {
      throw refusal(of: "url", "expected a URL without a user name and password")
    }
    guard !url.utf8.contains(UInt8(ascii: "#")) else {
      throw refusal(of: "url", "expected a URL without a fragment")
    }
    let origin = Origin(reference)
    guard origin.description.utf8.count <= 255 else {
      throw refusal(of: "url", "expected a host of at most 240 bytes")
    }
    try checkAddress(origin)
    return origin
  }

  /// A name is left to the moment when it is known what it stands for, apart from this host's own.
  private func checkAddress(_ origin: Origin) throws(JobRefusal) {
    let address = origin.address ?? (origin.isLoopback ? IPAddress(ipv4: 0x7F00_0001) : nil)
    guard let address,
      let kind = AddressRule(settings).refusal(of: address, isOwn: HostAddresses.contain)
    else { return }
    throw refusal(of: "url", "the host must not be asked: \(kind.refusal)")
  }
}

extension String {
  /// What stands between the two slashes and the path of a URL; nil where that is nothing, although
  /// libcurl would find a host behind more slashes, or fewer.
  fileprivate var authority: Substring.UTF8View? {
    let parts = utf8.split(
      separator: UInt8(ascii: "/"),
      maxSplits: 2,
      omittingEmptySubsequences: false
    )
    guard parts.count == 3, parts[1].isEmpty else { return nil }
    let authority = parts[2].prefix { !"/?#".utf8.contains($0) }
    return authority.isEmpty ? nil : authority
  }
}

extension UInt8 {
  fileprivate var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }

  /// Whether the byte can stand in a URL as it is (RFC 3986, section 2).
  fileprivate var isInURL: Bool {
    switch self {
    case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
      UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{")...UInt8(ascii: "}"):
      false
    default: (0x21...0x7E).contains(self)
    }
  }
}

// MARK: - Its header

extension HTTPJobChecker {
  /// The longest value of a field, in bytes.
  private static let longestValue = 8192

  private func fields(
    of headers: [(name: String, value: String)],
    for origin: Origin
  ) throws(JobRefusal) -> [HTTPJob.Field] {
    var fields: [HTTPJob.Field] = []
    var names: Set<String> = []
    let configured = settings.headers.isEmpty ? [:] : settings.headers[origin.withoutOwnPort] ?? [:]
    for (name, value) in headers {
      func refusal(_ message: String) -> JobRefusal { self.refusal(field: name, message) }
      guard HeaderName.isToken(name) else { throw refusal("it is no name of a field") }
      let lower = name.lowercased()
      guard !HeaderName.isOwn(lower: lower) else {
        throw refusal("it is a field that netwatch sets itself")
      }
      guard names.insert(lower).inserted else {
        throw refusal("it stands here already, in another case")
      }
      let value = try self.value(value, of: name, configured)
      guard configured.allSatisfy({ $0.key.lowercased() != lower || $0.value == value })
      else { throw refusal("it is a field that the configuration sets for this origin") }
      fields.append(HTTPJob.Field(name: name, value: value))
    }
    return fields
  }

  private func refusal(field name: String, _ message: String) -> JobRefusal {
    path["http"]["headers"][name].refusal(message)
  }

  private func value(
    _ text: String,
    of field: String,
    _ configured: [String: HeaderValue]
  ) throws(JobRefusal) -> HeaderValue {
    // A tab is a blank; other controls would end the field, or be shown as something else.
    guard text.utf8.count <= Self.longestValue,
      text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
    else {
      throw refusal(
        field: field,
        "expected text of one line, of at most \(Self.longestValue) bytes"
      )
    }
    guard let name = HeaderValue.credentialName(in: text) else { return .text(text) }
    // Otherwise whoever may submit a job could have any secret of the service sent to any place.
    guard configured.values.contains(.credential(name)) else {
      throw refusal(
        field: field,
        "the configuration names no such credential for this origin (http.headers)"
      )
    }
    return .credential(name)
  }
}

extension Origin {
  /// The origin as the configuration writes it: without the port where that is the scheme's own.
  var withoutOwnPort: String {
    let standard = scheme == "https" ? 443 : 80
    return Int(port) == standard ? "\(scheme)://\(host)" : description
  }
}
