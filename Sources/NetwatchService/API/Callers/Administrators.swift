internal import Glibc
internal import NetwatchCore

/// The users who may do everything: root, the service's own user, and the configured ones.
struct Administrators: Sendable {
  private let users: Set<UInt32>

  /// The configured names that stand for nobody, and why.
  let unknown: [(name: String, reason: AccountLookupError)]

  /// Looks the names up in the system's databases, which may take a while.
  init(_ accounts: [Account]) {
    var users: Set<UInt32> = [0, geteuid()]
    var unknown: [(name: String, reason: AccountLookupError)] = []
    for account in accounts {
      switch account {
      case .id(let user): users.insert(user)
      case .name(let name):
        do throws(AccountLookupError) {
          users.insert(try AccountLookup.user(named: name))
        } catch {
          unknown.append((name, error))
        }
      }
    }
    (self.users, self.unknown) = (users, unknown)
  }

  func contains(_ user: UInt32) -> Bool { users.contains(user) }
}
