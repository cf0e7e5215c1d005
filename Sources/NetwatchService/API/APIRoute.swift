internal import NetwatchJobs

/// What a path of the API names.
enum APIRoute: Hashable, Sendable {
  case page
  case login
  case pageLinks
  case state
  case events
  case jobs
  case job(JobID)
  case retry(JobID)
  case history
  case metrics
  case health
  case document

  /// Reads a path; nil where nothing is there.
  init?(path: String) {
    switch path {
    case "/v1/jobs": self = .jobs
    case "/v1/state": self = .state
    case "/v1/events": self = .events
    case "/v1/history": self = .history
    case "/v1/page-links": self = .pageLinks
    case "/v1/openapi.json": self = .document
    case "/metrics": self = .metrics
    case "/healthz": self = .health
    case "/login": self = .login
    case "/": self = .page
    default:
      guard let route = Self.job(path) else { return nil }
      self = route
    }
  }

  private static func job(_ path: String) -> APIRoute? {
    guard path.hasPrefix(Self.jobPrefix) else { return nil }
    let rest = path.dropFirst(Self.jobPrefix.count)
    let isRetry = rest.hasSuffix(Self.retrySuffix)
    guard let id = JobID(decimal: isRetry ? rest.dropLast(Self.retrySuffix.count) : rest) else {
      return nil
    }
    return isRetry ? .retry(id) : .job(id)
  }

  private static let jobPrefix = "/v1/jobs/"
  private static let retrySuffix = "/retry"
}

extension APIRoute {
  private static let reading = ["GET", "HEAD"]
  private static let readingOrPosting = reading + ["POST"]
  private static let readingOrDeleting = reading + ["DELETE"]
  private static let posting = ["POST"]
  private static let gettingOnly = ["GET"]

  /// The methods that can be used on it.
  var methods: [String] {
    switch self {
    case .jobs: Self.readingOrPosting
    case .job: Self.readingOrDeleting
    case .retry, .pageLinks: Self.posting
    // A link that works once must not be used up by who only looks at it.
    case .login: Self.gettingOnly
    case .page, .state, .events, .history, .metrics, .health, .document: Self.reading
    }
  }

  /// The names that its query can have; nil where anything is ignored.
  var queryNames: [String]? {
    switch self {
    case .jobs: ["state", "kind", "destination", "owner", "after", "limit"]
    case .state: ["include"]
    case .events: ["types", "lastEventID"]
    case .history: ["since", "until"]
    case .login: ["code"]
    case .page: nil
    case .job, .retry, .metrics, .health, .document, .pageLinks: []
    }
  }
}

extension JobID {
  /// Reads the number of a job: plain digits, from 1.
  init?(decimal text: some StringProtocol) {
    guard let first = text.utf8.first, (0x31...0x39).contains(first),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text)
    else { return nil }
    self.init(rawValue: number)
  }
}
