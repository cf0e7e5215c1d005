/// The finished jobs of one state, by their owners.
struct FinishedJobs: Sendable {
  /// Those of one owner, in the order in which they ended.
  struct Share: Sendable {
    var list = SlotList()

    /// The bytes of their payloads.
    var bytes = 0
  }

  /// By the owners' numbers, the first being nobody's; some may be empty.
  private var shares: ContiguousArray<Share> = []

  /// How many shares there are, empty ones too.
  var count: Int { shares.count }

  subscript(place: Int) -> Share { shares[place] }

  mutating func append(_ slot: UInt32, in slab: inout JobSlab) {
    let place = Self.place(of: slab[slot].owner)
    while shares.count <= place { shares.append(Share()) }
    shares[place].list.append(slot, in: &slab)
    shares[place].bytes += slab[slot].payload.count
  }

  /// Takes out a record that is in.
  mutating func remove(_ slot: UInt32, in slab: inout JobSlab) {
    let place = Self.place(of: slab[slot].owner)
    shares[place].list.remove(slot, in: &slab)
    shares[place].bytes -= slab[slot].payload.count
  }

  private static func place(of owner: UInt32) -> Int {
    owner == JobRecord.none ? 0 : Int(owner) + 1
  }
}
