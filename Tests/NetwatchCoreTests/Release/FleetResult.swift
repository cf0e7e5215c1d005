/// How a fleet fared in a simulation.
struct FleetResult {
  var jobs = 0
  var requests = 0
  /// The seconds at which jobs were done, in order.
  var done: [Double] = []

  var requestsPerJob: Double { Double(requests) / Double(jobs) }

  /// When so large a part of the jobs was done; nil where it never was.
  func time(ofPart part: Double) -> Double? {
    let index = Int(part * Double(jobs)) - 1
    return done.indices.contains(index) ? done[index] : nil
  }
}
