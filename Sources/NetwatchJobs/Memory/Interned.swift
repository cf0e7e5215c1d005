/// Things that have a name, each with a small number for as long as it is needed.
struct Interned<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The number of each name.
  private(set) var numbers: [Key: UInt32] = [:]

  private var values: ContiguousArray<Value> = []
  /// The numbers that are not used; their values stay until the next use.
  private var free: [UInt32] = []

  /// The value with a number that is in use.
  subscript(number: UInt32) -> Value {
    _read { yield values[Int(number)] }
    _modify { yield &values[Int(number)] }
  }

  /// Gives a name that has none a number.
  mutating func insert(_ key: Key, _ value: Value) -> UInt32 {
    guard let number = free.popLast() else {
      values.append(value)
      numbers[key] = UInt32(values.count - 1)
      return UInt32(values.count - 1)
    }
    values[Int(number)] = value
    numbers[key] = number
    return number
  }

  /// Takes the number from a name, for others to use.
  mutating func remove(_ key: Key) {
    guard let number = numbers.removeValue(forKey: key) else { return }
    free.append(number)
  }
}
