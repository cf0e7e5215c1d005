/// What is to happen when in a simulation, to the hundredth of a second.
struct FleetAgenda<Event> {
  private var buckets: [[Event]]

  init(seconds: Double) {
    buckets = Array(repeating: [], count: Int(seconds * 100))
  }

  /// Adds an event to a hundredth that is still to come; nothing happens after the end.
  mutating func append(_ event: Event, at step: Int) {
    if step < buckets.count { buckets[step].append(event) }
  }

  /// Hands out what happens in one hundredth; nil after the end.
  mutating func take(_ step: Int) -> [Event]? {
    guard step < buckets.count else { return nil }
    defer { buckets[step] = [] }
    return buckets[step]
  }
}
