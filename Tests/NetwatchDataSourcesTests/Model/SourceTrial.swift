import NetwatchCore

/// A data source that is compared with the model.
protocol SourceTrial {
  /// Whether fetches begin and timers go off without being told to.
  var runsByItself: Bool { get }

  mutating func happen(_ event: SourceEvent, at now: BootInstant, to model: SourceModel) async

  /// In what it differs from the model, in words; nil where in nothing.
  func difference(from model: SourceModel) async -> String?

  /// As ``difference(from:)``, for what can only be seen at the end.
  func finalDifference(from model: SourceModel) async -> String?
}

/// A sentence where two things are not the same.
func differing<Thing: Equatable>(_ name: String, _ found: Thing, _ expected: Thing) -> String? {
  found == expected ? nil : "\(name): \(found), but the model has \(expected)"
}
