import NetwatchCore
import NetwatchCurl

/// What a transfer told of its progress.
final class Reports: Sendable {
  private let reports = Lock<[CurlProgress]>([])

  var all: [CurlProgress] { reports.withLock { $0 } }

  func add(_ progress: CurlProgress) { reports.withLock { $0.append(progress) } }
}
