/// A published figure of the contention experiment: so many clients, one way to wait, 100 trials.
///
/// The experiment is that of "Exponential Backoff And Jitter" (AWS Architecture Blog, 2015).
struct JitterReference {
  /// How many trials are behind the figures.
  static let trials = 100

  let clients: Int
  let algorithm: ContentionBackoff
  let time: TrialFigure
  let calls: TrialFigure

  private init(
    _ clients: Int,
    _ algorithm: ContentionBackoff,
    time: (mean: Double, deviation: Double),
    calls: (mean: Double, deviation: Double)
  ) {
    self.clients = clients
    self.algorithm = algorithm
    self.time = TrialFigure(mean: time.mean, deviation: time.deviation, trials: Self.trials)
    self.calls = TrialFigure(mean: calls.mean, deviation: calls.deviation, trials: Self.trials)
  }

  /// Times in milliseconds, and calls.
  static let all = [
    Self(1, .none, time: (40, 4), calls: (1.0, 0.0)),
    Self(1, .exponential, time: (40, 4), calls: (1.0, 0.0)),
    Self(1, .equal, time: (40, 4), calls: (1.0, 0.0)),
    Self(1, .full, time: (40, 4), calls: (1.0, 0.0)),
    Self(1, .decorrelated, time: (40, 4), calls: (1.0, 0.0)),
    Self(10, .none, time: (379, 36), calls: (51.0, 4.0)),
    Self(10, .exponential, time: (3689, 1228), calls: (51.5, 3.9)),
    Self(10, .equal, time: (703, 171), calls: (42.3, 2.4)),
    Self(10, .full, time: (466, 110), calls: (38.8, 2.4)),
    Self(10, .decorrelated, time: (430, 72), calls: (37.6, 2.5)),
    Self(20, .none, time: (609, 46), calls: (154.0, 11.0)),
    Self(20, .exponential, time: (14675, 2946), calls: (150.9, 14.7)),
    Self(20, .equal, time: (1598, 434), calls: (107.8, 3.8)),
    Self(20, .full, time: (1021, 256), calls: (100.5, 3.5)),
    Self(20, .decorrelated, time: (820, 161), calls: (100.5, 4.4)),
    Self(50, .none, time: (1139, 50), calls: (688.6, 18.2)),
    Self(50, .exponential, time: (36320, 3236), calls: (621.6, 32.1)),
    Self(50, .equal, time: (4221, 546), calls: (347.4, 6.5)),
    Self(50, .full, time: (2863, 582), calls: (331.9, 4.2)),
    Self(50, .decorrelated, time: (2230, 467), calls: (374.5, 11.6)),
    Self(100, .none, time: (2015, 45), calls: (2420.5, 34.9)),
    Self(100, .exponential, time: (63287, 3429), calls: (1854.4, 60.5)),
    Self(100, .equal, time: (6610, 640), calls: (811.6, 7.7)),
    Self(100, .full, time: (4882, 582), calls: (795.0, 7.0)),
    Self(100, .decorrelated, time: (4619, 617), calls: (1000.3, 27.3)),
    Self(150, .none, time: (2882, 43), calls: (5147.8, 48.8)),
    Self(150, .exponential, time: (85606, 3876), calls: (3542.6, 90.0)),
    Self(150, .equal, time: (8398, 673), calls: (1325.4, 10.5)),
    Self(150, .full, time: (6375, 528), calls: (1318.2, 10.0)),
    Self(150, .decorrelated, time: (6679, 879), calls: (1769.7, 51.3)),
    Self(190, .none, time: (3538, 43), calls: (8011.2, 73.8)),
    Self(190, .exponential, time: (101154, 3981), calls: (5157.8, 119.2)),
    Self(190, .equal, time: (9447, 659), calls: (1758.5, 10.9)),
    Self(190, .full, time: (7444, 534), calls: (1774.0, 12.2)),
    Self(190, .decorrelated, time: (7840, 822), calls: (2431.0, 56.2)),
  ]
}
