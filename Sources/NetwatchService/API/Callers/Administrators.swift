internal import Glibc
internal import NetwatchCore

/// The users who may do everything: root, the service's own user, and the configured ones.
struct Administrators: Sendable {
  private let users: Set<UInt32>

  /// The configured names that no user has.
  let unknown: [String]

  /// Looks the names up in the system's databases, which may take a while.
  init(_ accounts: [Account]) {
    var users: Set<UInt32> = [0, geteuid()]
    var unknown: [String] = []
    for account in accounts {
      switch account {
      case .id(let user): users.insert(user)
      case .name(let name):
        if let user = Self.user(named: name) { users.insert(user) } else { unknown.append(name) }
      }
    }
    (self.users, self.unknown) = (users, unknown)
  }

  func contains(_ user: UInt32) -> Bool { users.contains(user) }

  private static func user(named name: String) -> UInt32? {
    var size = 1024
    while size <= longestEntry {
      var entry = unsafe passwd()
      var found: UnsafeMutablePointer<passwd>?
      // The entry's texts lie in the room; only its number is looked at after that.
      var room = [CChar](repeating: 0, count: size)
      let code = unsafe getpwnam_r(name, &entry, &room, room.count, &found)
      guard code == ERANGE else { return unsafe found == nil ? nil : entry.pw_uid }
      size *= 4
    }
    return nil
  }

  private static let longestEntry = 1 << 20
}
