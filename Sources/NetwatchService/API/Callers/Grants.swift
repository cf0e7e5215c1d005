internal import NetwatchCore

/// Secrets that stand for users for a while: a bounded number, in memory only.
struct Grants: Sendable {
  private struct Grant {
    let secret: Secret
    let user: UInt32
    let end: BootInstant
  }

  private let lifetime: Duration
  private let perUser: Int
  private var grants: [Grant] = []

  /// Grants in all: as many users as have a page open at a time, and more.
  private static let most = 1_024

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - lifetime: How long a secret is good for.
  ///   - perUser: How many a user can have; of more, the oldest goes.
  init(lifetime: Duration, perUser: Int) {
    (self.lifetime, self.perUser) = (lifetime, perUser)
  }

  /// Has a secret stand for a user from now on.
  mutating func add(_ secret: Secret, for user: UInt32, at now: BootInstant) {
    grants.removeAll { $0.end <= now }
    let own = grants.indices.filter { grants[$0].user == user }
    if own.count >= perUser {
      grants.remove(at: own[0])
    } else if grants.count >= Self.most {
      grants.removeFirst()
    }
    grants.append(Grant(secret: secret, user: user, end: now.advanced(by: lifetime)))
  }

  /// The user that a text stands for; nil where it stands for nobody, or no longer.
  func user(showing text: some StringProtocol, at now: BootInstant) -> UInt32? {
    // All are compared: which one fits shall not be told by time.
    grants.reduce(nil) { user, grant in
      grant.secret.isShown(by: text) && grant.end > now ? grant.user : user
    }
  }

  /// As ``user(showing:at:)``, and the text stands for nobody from then on.
  mutating func take(_ text: String, at now: BootInstant) -> UInt32? {
    let user = user(showing: text, at: now)
    grants.removeAll { $0.secret.isShown(by: text) }
    return user
  }
}
