internal import NetwatchCore

extension Verdict {
  /// Of two verdicts the one that is reachable, or else the one whose reason tells more.
  func orMoreTelling(_ other: Verdict) -> Verdict {
    guard case .unreachable(let mine) = self else { return self }
    guard case .unreachable(let theirs) = other else { return other }
    return mine.isMoreTelling(than: theirs) ? self : other
  }
}
