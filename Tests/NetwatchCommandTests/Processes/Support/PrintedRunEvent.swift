import FoundationEssentials
import NetwatchTestSupport

/// An object of `run --json`, read back.
struct PrintedRunEvent: Decodable, Equatable {
  var time: String
  var event: String
  var attempt: Int?
  var pid: Int32?
  var status: Int?
  var signal: Int32?
  var duration: Double?
  var delay: Double?
  var window: Double?
  var deadline: Double?
  var explanation: String?
  var reason: String?
  var message: String?
  var level: String?

  init(_ line: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(line.utf8))
  }
}

extension ProcessOutput {
  /// What `run --json` has told.
  var events: [PrintedRunEvent] { get throws { try complaints.map(PrintedRunEvent.init) } }
}

extension ChildProcess {
  /// Waits until there is a text in what the process has written to standard error.
  func says(_ text: String) async throws {
    try await eventually(within: .seconds(10)) { stderr.contains(text) }
  }
}
