import NetwatchCore

/// A moment, or how long ago it was.
public enum ServiceMoment: Hashable, Sendable {
  /// So long ago; a negative time counts as none.
  case ago(Duration)

  /// That moment.
  case at(ServiceTime)

  /// As the service reads it.
  var text: String {
    switch self {
    case .ago(let duration): DurationText.text(max(duration, .zero))
    case .at(let time): time.description
    }
  }
}
