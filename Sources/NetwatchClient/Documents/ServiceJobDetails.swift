/// A job with its whole history, and why it is where it is.
public struct ServiceJobDetails: Codable, Hashable, Sendable {
  /// The job in short.
  public var job: ServiceJob

  /// What it is to do.
  public var work: Work

  /// Why it is where it is, in a sentence; empty where the service does not say.
  public var why: String

  /// What tells the server of an `http` job that two attempts are one request.
  public var idempotencyKey: String?

  /// The attempts: the first few and the newest.
  public var attempts: [Attempt]

  /// How many attempts between them are left out.
  public var omittedAttempts: Int

  /// The steps that it took, in order.
  public var transitions: [Transition]
}

extension ServiceJobDetails {
  /// What a job is to do; values that may be secrets are left out.
  public enum Work: Hashable, Sendable {
    /// A request.
    case http(HTTPWork)

    /// A program.
    case exec(ExecWork)

    /// Something that the service could not read, or that this version does not know.
    case other
  }

  /// The request of a job.
  public struct HTTPWork: Codable, Hashable, Sendable {
    /// The method.
    public var method: String

    /// The URL; a query is shown as `?…`.
    public var url: String

    /// The names of the fields.
    public var headers: [String]

    /// The length of the body, in bytes.
    public var bodyBytes: Int
  }

  /// The program of a job.
  public struct ExecWork: Codable, Hashable, Sendable {
    /// The name of the template.
    public var template: String

    /// What the job gives to the template's parameters.
    public var arguments: [String: String]
  }

  /// An attempt that failed.
  public struct Attempt: Codable, Hashable, Sendable {
    /// Its number, from 1 on.
    public var number: Int

    /// When it ended.
    public var time: ServiceTime?

    /// How it failed.
    public var failure: String?

    /// What was decided then, and why.
    public var reason: String?
  }

  /// A step from state to state.
  public struct Transition: Codable, Hashable, Sendable {
    /// When it was taken.
    public var time: ServiceTime

    /// The state before; nil where it was submitted.
    public var from: ServiceJobState?

    /// The state after.
    public var to: ServiceJobState

    /// Why, in words.
    public var reason: String?
  }
}
