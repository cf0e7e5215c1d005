import NetwatchCore
import NetwatchTestSupport

/// When requests arrived at a server.
final class RequestTimes: Sendable {
  private let times = Lock<[ContinuousClock.Instant]>([])

  var count: Int { times.withLock { $0.count } }

  /// The times between neighbouring requests.
  var gaps: [Duration] {
    let times = times.withLock { $0 }
    return zip(times.dropFirst(), times).map { $0 - $1 }
  }

  /// Answers each request with a status, and notes when it came.
  func script(status: Int) -> ScriptedServer.Script {
    [
      .readRequest,
      .respond { [self] _ in
        times.withLock { $0.append(.now) }
        return [.response(status: status, keepsAlive: false)]
      }, .close,
    ]
  }
}
