/// What an HTTP endpoint has to answer, as the fragment of its name says it:
/// `status=200&prefix=TEXT&challenge`.
struct ProbeExpectation {
  var status = 204
  var body = ProbeEndpoint.ExpectedBody.exactly("")
  var isChallenged = false

  /// Takes one part of a fragment; false where it is none.
  mutating func read(_ part: Substring) -> Bool {
    let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    switch (pair[0], pair.dropFirst().first) {
    case ("status", let value?):
      guard let status = decimalNumber(value, upTo: 599) else { return false }
      self.status = status
    case ("body", let value?):
      guard let text = percentDecoded(value) else { return false }
      body = .exactly(text)
    case ("prefix", let value?):
      guard let text = percentDecoded(value) else { return false }
      body = .beginning(with: text)
    case ("challenge", nil): isChallenged = true
    default: return false
    }
    return true
  }

  /// The name of an endpoint with this expectation, which reads back as the same.
  ///
  /// A fragment of the URL's own gives way to it: it is never sent.
  func name(of url: String) -> String {
    let parts = parts
    return url.prefix { $0 != "#" } + (parts.isEmpty ? "" : "#" + parts.joined(separator: "&"))
  }

  /// What differs from the default.
  private var parts: [String] {
    var parts: [String] = []
    if status != 204 { parts.append("status=\(status)") }
    switch body {
    case .exactly(""): break
    case .exactly(let text): parts.append("body=\(percentEncoded(text))")
    case .beginning(let text): parts.append("prefix=\(percentEncoded(text))")
    }
    if isChallenged { parts.append("challenge") }
    return parts
  }
}
