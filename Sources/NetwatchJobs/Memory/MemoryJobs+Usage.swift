extension MemoryJobs {
  /// Whose jobs, and where they go.
  private struct Share: Hashable {
    let owner: UInt32
    let destination: UInt32
  }

  /// Counts the jobs that are not finished, for each owner and destination.
  func usage() -> [StoreUsage] {
    var counts: [Share: (jobs: Int, bytes: Int)] = [:]
    index.visit(after: 0) { slot in
      guard !slab[slot].life.state.isFinal else { return true }
      let share = Share(
        owner: slab[slot].owner,
        destination: lanes[slab[slot].lane].destination
      )
      counts[share, default: (0, 0)].jobs += 1
      counts[share, default: (0, 0)].bytes += slab[slot].payload.count
      return true
    }
    return counts.map { share, count in
      StoreUsage(
        owner: share.owner == JobRecord.none ? nil : owners[share.owner].name,
        destination: destinations[share.destination].name,
        jobs: count.jobs,
        bytes: count.bytes
      )
    }
  }
}
