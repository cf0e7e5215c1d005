import NetwatchCore
import NetwatchCurl

/// What follows an answer that sends the client elsewhere (RFC 9110, section 15.4).
///
/// It is a request on its way: what was sent last, and how many redirects led there.
package struct RedirectRule: Sendable {
  /// The most redirects that are followed in one attempt.
  package static let limit = 10

  /// The method that was sent.
  package private(set) var method: HTTPMethod

  /// The URL that was asked.
  package private(set) var url: String

  /// The fields that were sent.
  package private(set) var headers: HTTPHeaders

  /// Whether the request's body was sent, where it has one.
  package private(set) var keepsBody = true

  /// How many redirects were followed.
  package private(set) var count = 0

  private let isBodyReplayable: Bool
  private let sensitiveHeaders: [String]

  /// The way of a request, at its own URL.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - headers: The fields that are sent, where they are not just the request's.
  package init(_ request: NetworkRequest, headers: HTTPHeaders? = nil) {
    method = request.method
    url = request.url
    self.headers = headers ?? request.headers
    isBodyReplayable = request.body.isReplayable
    // The host that the caller named belongs to the caller's URL.
    sensitiveHeaders =
      ["Authorization", "Cookie", "Proxy-Authorization", "Host"] + request.sensitiveHeaders
  }

  /// What to send after an answer.
  ///
  /// - Parameters:
  ///   - status: The answer's status code.
  ///   - location: The answer's Location field.
  /// - Returns: The way one redirect further; nil where the answer is no redirect.
  /// - Throws: ``NetworkError`` of the type `badRedirect`, where the redirect must not or cannot be
  ///   followed.
  package func next(status: Int, location: String?) throws(NetworkError) -> RedirectRule? {
    guard [301, 302, 303, 307, 308].contains(status) else { return nil }
    guard count < Self.limit else {
      throw refusal("more than \(Self.limit) redirects")
    }
    guard let location, !location.isEmpty else {
      throw refusal("the redirect with status \(status) names no location")
    }
    let (base, target) = try resolve(location)
    var next = self
    next.count += 1
    next.url = target.text
    if becomesGet(on: status) { next.becomeGet() }
    if Origin(base) != Origin(target) { next.leaveOrigin() }
    guard !next.keepsBody || isBodyReplayable else {
      throw refusal("the redirect with status \(status) asks for a body that can't be sent again")
    }
    return next
  }
}

// MARK: - Where to

extension RedirectRule {
  private func resolve(
    _ location: String
  ) throws(NetworkError) -> (base: CurlReference, target: CurlReference) {
    let name = location.withoutUserInformation.withoutQuery.debugDescription
    guard let base = try? CurlReference(url), let target = try? base.resolve(location) else {
      throw refusal("the redirect to \(name) leads to no URL of HTTP")
    }
    guard ["", base.userInformation].contains(target.userInformation) else {
      throw refusal("the redirect to \(name) brings user information of its own")
    }
    guard base.scheme == target.scheme || target.scheme == "https" else {
      throw refusal("the redirect to \(name) leads from https to http")
    }
    return (base, target)
  }

  private func refusal(_ message: String) -> NetworkError {
    NetworkError(.badRedirect, message, method: method, url: url)
  }
}

// MARK: - What

extension RedirectRule {
  /// 303 asks for a GET; 301 and 302 get one in the place of a POST, as everybody does (RFC 9110,
  /// section 15.4.2); 307 and 308 keep the method.
  private func becomesGet(on status: Int) -> Bool {
    switch status {
    case 303: method != .head
    case 301, 302: method == .post
    default: false
    }
  }

  /// Drops the body, and what described it.
  private mutating func becomeGet() {
    method = .get
    keepsBody = false
    let described = headers.filter { !$0.name.lowercased().hasPrefix("content-") }
    headers = HTTPHeaders(described)
  }

  private mutating func leaveOrigin() {
    for name in sensitiveHeaders { headers.remove(name) }
  }
}
