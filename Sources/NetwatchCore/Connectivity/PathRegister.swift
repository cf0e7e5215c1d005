/// Numbers the paths of both families, so that evidence can say which path it was won on.
///
/// A new generation begins when family, interface or gateway change, after a suspend, and when a path
/// returns after its loss was published; not when the source address does, nor when the same path
/// returns before anybody was told that it had gone.
struct PathRegister: Sendable {
  private struct Entry: Sendable {
    var path: NetworkPath?
    var generation: UInt64 = 1
    var isRetired = false
    var beganAt: BootInstant?
  }

  private var entries = FamilyPair(both: Entry())
  private var paths = FamilyPair<NetworkPath?>(both: nil)

  /// The number of the newest path.
  private(set) var newest: UInt64 = 1

  /// The generation of the path of each family that is reachable.
  var generations: Generations {
    Generations(
      ipv4: paths.ipv4.map { _ in entries.ipv4.generation },
      ipv6: paths.ipv6.map { _ in entries.ipv6.generation }
    )
  }

  /// When the path of a family began.
  func beginning(of family: AddressFamily) -> BootInstant? { entries[family].beganAt }

  /// Takes over the paths of a snapshot, and says whether a new generation began.
  @discardableResult
  mutating func snapshotTaken(_ snapshot: Snapshot, at now: BootInstant) -> Bool {
    let next = isUnused ? newest : newest + 1
    var began = false
    for family in AddressFamily.allCases {
      paths[family] = snapshot[family].path
      guard let path = paths[family], isNew(path, of: family) else { continue }
      entries[family] = Entry(path: path, generation: next, beganAt: now)
      began = true
    }
    if began || isUnused { newest = next }
    isUnused = false
    return began
  }

  /// Notes that observers were told which families are lost.
  mutating func published(_ snapshot: Snapshot) {
    for family in AddressFamily.allCases where !snapshot[family].isReachable {
      entries[family].isRetired = true
    }
  }

  /// Notes that links are gone; one that comes with the same index is another link.
  mutating func linksDeleted(_ indexes: [Int32]) {
    for family in AddressFamily.allCases {
      guard let path = entries[family].path, indexes.contains(path.interfaceIndex) else { continue }
      entries[family].isRetired = true
    }
  }

  /// Whether a path that is in force has to begin anew with the next snapshot.
  var hasRetired: Bool {
    AddressFamily.allCases.contains { paths[$0] != nil && entries[$0].isRetired }
  }

  /// Notes that the machine was suspended: whatever was known of any path is of another time.
  mutating func resumed() {
    for family in AddressFamily.allCases { entries[family].isRetired = true }
  }

  /// The first snapshot gets generation 1, reachable or not.
  private var isUnused = true

  private func isNew(_ path: NetworkPath, of family: AddressFamily) -> Bool {
    entries[family].path != path || entries[family].isRetired
  }
}
