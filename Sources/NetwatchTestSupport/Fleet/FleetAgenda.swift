/// What is to happen when in a simulation, to the hundredth of a second.
package struct FleetAgenda<Event> {
  /// The nanoseconds of a step.
  package static var step: Int64 { 10_000_000 }

  private var buckets: [[Event]]

  package init(seconds: Int) {
    buckets = Array(repeating: [], count: seconds * 100)
  }

  /// Adds an event to a step that is still to come; nothing happens after the end.
  package mutating func append(_ event: Event, at step: Int) {
    if step < buckets.count { buckets[step].append(event) }
  }

  /// Hands out what happens in one step, in the order in which it was added; nil after the end.
  package mutating func take(_ step: Int) -> [Event]? {
    guard step < buckets.count else { return nil }
    defer { buckets[step] = [] }
    return buckets[step]
  }
}
