/// The only interface that counts: found by its name, then followed by its index, because it can be
/// renamed, until it is deleted.
struct InterfaceBinding: Sendable {
  let name: String
  var index: Int32?

  init(name: String) {
    self.name = name
  }

  mutating func linksDeleted(_ indexes: [Int32]) {
    if let index, indexes.contains(index) { self.index = nil }
  }
}
