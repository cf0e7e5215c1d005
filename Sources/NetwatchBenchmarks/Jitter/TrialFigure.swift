/// A figure of many trials.
struct TrialFigure {
  /// Its mean.
  let mean: Double

  /// Its standard deviation from trial to trial.
  let deviation: Double

  /// How many trials there were.
  let trials: Int

  /// The square of the standard error of the mean.
  private var variance: Double { deviation * deviation / Double(trials) }

  /// How far another figure is away, as a share of four standard errors of both and half a percent.
  func distance(to other: TrialFigure) -> Double {
    let allowed = 4 * (variance + other.variance).squareRoot() + 0.005 * mean
    return (mean - other.mean).magnitude / allowed
  }
}

extension TrialFigure {
  /// The figure of what came out of each trial.
  init(of values: [Double]) {
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    self.init(
      mean: mean,
      deviation: (squares / Double(max(values.count - 1, 1))).squareRoot(),
      trials: values.count
    )
  }
}
