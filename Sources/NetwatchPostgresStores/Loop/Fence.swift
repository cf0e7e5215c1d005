/// What a client shows to the server, so that nothing is done twice.
struct Fence: Hashable, Sendable {
  /// The client, a random number of 16 bytes.
  let client: ClientID

  /// The connection, later ones having a larger one: what an older one still sends is refused.
  let epoch: Int64

  /// What is asked for; asking again with the same number gives the answer that was given before.
  let number: Int64
}

/// Names a store object among all that work with a database, a UUID.
struct ClientID: Hashable, Sendable {
  private let high = UInt64.random(in: 0 ... .max)
  private let low = UInt64.random(in: 0 ... .max)

  /// Its 16 bytes.
  var number: (UInt64, UInt64) { (high, low) }
}

extension ClientID: CustomStringConvertible {
  /// The UUID as PostgreSQL writes it: 32 digits in groups of 8, 4, 4, 4 and 12.
  var description: String {
    var rest = [high, low].map(Self.digits).joined()[...]
    let groups = [8, 4, 4, 4, 12].map { length in
      defer { rest = rest.dropFirst(length) }
      return rest.prefix(length)
    }
    return groups.joined(separator: "-")
  }

  private static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
