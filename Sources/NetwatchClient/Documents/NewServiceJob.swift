public import NetwatchHTTP

/// A job to submit.
///
/// ```swift
/// var job = NewServiceJob.http("POST", "https://api.example/readings", body: Array("21.5".utf8))
/// job.deadline = .seconds(3600)
/// ```
public struct NewServiceJob: Hashable, Sendable {
  /// What it is to do.
  public var work: Work

  /// What it is paced by; nil, as usual, for the origin of its URL or what its template says.
  public var destination: String?

  /// How soon it goes among those of its destination; nil for ``ServicePriority/normal``.
  public var priority: ServicePriority?

  /// What has to be there for it to go; nil for what its kind needs.
  public var requirement: ServiceRequirement?

  /// What keeps it from being there twice: while the service has a job of the same owner and kind with
  /// this key that has not finished, submitting another one adds nothing and gives that one's number.
  public var uniqueKey: String?

  /// How long it waits at least before its first attempt; nil: it does not.
  public var notBefore: Duration?

  /// After which time it is given up, waits included; nil: never.
  public var deadline: Duration?

  /// Creates a job with the defaults of every other property.
  public init(_ work: Work) {
    self.work = work
  }

  /// A job that sends a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The absolute URL, with the scheme http or https.
  ///   - headers: The fields to send; a value `@credential:NAME` is replaced by a credential of the
  ///     service's when it is sent, and never stored.
  ///   - body: The body; nil for none.
  /// - Returns: The job.
  public static func http(
    _ method: String,
    _ url: String,
    headers: [String: String] = [:],
    body: [UInt8]? = nil
  ) -> NewServiceJob {
    NewServiceJob(.http(Request(method: method, url: url, headers: headers, body: body)))
  }

  /// A job that runs a program of the service's configuration.
  ///
  /// - Parameters:
  ///   - template: The name of the template.
  ///   - arguments: What is given to its parameters, by name.
  /// - Returns: The job.
  public static func exec(
    _ template: String,
    arguments: [String: String] = [:]
  ) -> NewServiceJob {
    NewServiceJob(.exec(Program(template: template, arguments: arguments)))
  }
}

extension NewServiceJob {
  /// What a job is to do.
  public enum Work: Hashable, Sendable {
    /// Send a request.
    case http(Request)

    /// Run a program of the service's configuration.
    case exec(Program)
  }

  /// A request to send.
  public struct Request: Hashable, Sendable {
    /// The method.
    public var method: String

    /// The absolute URL, with the scheme http or https.
    public var url: String

    /// The fields to send, besides those that HTTP demands.
    public var headers: [String: String] = [:]

    /// The body; nil for none.
    public var body: [UInt8]?

    /// Whether it may be sent a second time; nil for what is known of it.
    public var retrySafety: RetrySafety?

    /// The limit of one attempt; nil for the service's.
    public var timeout: Duration?

    /// The statuses that count as success; nil for 200 to 299.
    public var acceptedStatuses: ClosedRange<Int>?

    /// Creates a request with the defaults of every other property.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The absolute URL.
    ///   - headers: The fields to send.
    ///   - body: The body.
    public init(
      method: String,
      url: String,
      headers: [String: String] = [:],
      body: [UInt8]? = nil
    ) {
      (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    }
  }

  /// A program to run.
  public struct Program: Codable, Hashable, Sendable {
    /// The name of the template in the service's configuration.
    public var template: String

    /// What is given to the template's parameters, by name.
    public var arguments: [String: String]

    /// Creates the call of a template.
    ///
    /// - Parameters:
    ///   - template: The name of the template.
    ///   - arguments: What is given to its parameters.
    public init(template: String, arguments: [String: String] = [:]) {
      (self.template, self.arguments) = (template, arguments)
    }
  }
}
