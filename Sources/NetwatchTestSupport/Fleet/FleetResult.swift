/// How a fleet fared in a simulation.
package struct FleetResult {
  /// How many jobs there are to do.
  package let jobs: Int

  /// How many requests were sent for them.
  package internal(set) var requests = 0

  /// When jobs were done, in seconds and in order.
  package internal(set) var done: [Double] = []

  package init(jobs: Int) {
    self.jobs = jobs
    done.reserveCapacity(jobs)
  }

  package var requestsPerJob: Double { Double(requests) / Double(jobs) }

  /// When so large a part of the jobs was done; nil where it never was.
  package func time(ofPart part: Double) -> Double? {
    let index = Int(part * Double(jobs)) - 1
    return done.indices.contains(index) ? done[index] : nil
  }

  package mutating func requestSent() { requests += 1 }

  package mutating func jobDone(at step: Int) { done.append(Double(step) / 100) }
}
