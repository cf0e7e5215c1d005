/// Says that a condition did not come true in time.
package struct ConditionNotMet: Error, CustomStringConvertible {
  package let limit: Duration
  package let location: String

  package var description: String {
    "The condition at \(location) did not come true within \(limit)."
  }
}

/// Waits until a condition holds, and throws ``ConditionNotMet`` where it does not in time.
///
/// For what happens outside the process (the kernel, a server, a child): what waits on a clock is
/// tested with ``ManualClock`` instead.
package func eventually(
  within limit: Duration,
  every interval: Duration = .milliseconds(5),
  fileID: String = #fileID,
  line: Int = #line,
  _ condition: () async throws -> Bool
) async throws {
  let found: Void? = try await firstValue(within: limit, every: interval) {
    try await condition() ? () : nil
  }
  if found == nil { throw ConditionNotMet(limit: limit, location: "\(fileID):\(line)") }
}

/// The first value that a closure has to give, or `nil` where it had none in time.
///
/// The closure is asked at once, then after every interval, and a last time at the limit.
package func firstValue<Value>(
  within limit: Duration,
  every interval: Duration = .milliseconds(1),
  _ body: () async throws -> Value?
) async throws -> Value? {
  let deadline = Deadline(within: limit)
  while true {
    let isLast = deadline.hasPassed
    if let value = try await body() { return value }
    if isLast { return nil }
    try await Task.sleep(for: min(interval, deadline.remaining))
  }
}
