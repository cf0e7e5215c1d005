/// Where a job is; `parked` is none of these, see ``ServiceJob/parked``.
public struct ServiceJobState: ServiceValue {
  /// The text that stands for it in JSON.
  public let rawValue: String

  /// The value that a text stands for, whatever it says.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// It can run as soon as there is room, and its requirement is met.
  public static let ready: Self = "ready"

  /// It is not due yet.
  public static let waiting: Self = "waiting"

  /// A worker has it.
  public static let running: Self = "running"

  /// It is done.
  public static let succeeded: Self = "succeeded"

  /// It failed for good, and is kept for inspection.
  public static let dead: Self = "dead"

  /// Somebody called it off.
  public static let cancelled: Self = "cancelled"

  /// Whether nothing will be done about it any more.
  public var isFinished: Bool { [.succeeded, .dead, .cancelled].contains(self) }
}
