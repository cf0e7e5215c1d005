internal import NetwatchCore

/// Tells who is at the other end of a connection.
final class CallerTable: Sendable {
  private let host: String
  private let administrators: Lock<Administrators>

  /// Creates a table without configured administrators.
  ///
  /// - Parameter isStoreShared: Whether other hosts submit to the same store, so that their users have
  ///   to be told from those of this host.
  init(isStoreShared: Bool) {
    host = isStoreShared ? "@" + HostIdentity.current : ""
    administrators = Lock(Administrators([]))
  }

  /// A user of this host.
  func caller(user: UInt32) -> Caller {
    Caller(
      owner: host.isEmpty ? String(user) : String(user) + host,
      isAdministrator: administrators.withLock { $0.contains(user) }
    )
  }

  /// Whether somebody still may do what they might when they were told from others.
  func isCurrent(_ caller: Caller) -> Bool {
    // The token bearer has no number, and no less rights at any time.
    guard let user = UInt32(caller.owner.prefix { $0 != "@" }) else { return true }
    return self.caller(user: user) == caller
  }

  /// Who shows the token.
  var tokenBearer: Caller { Caller(owner: "token" + host, isAdministrator: true) }

  /// Has other administrators from now on.
  ///
  /// - Returns: The names among them that stand for nobody, and why.
  func update(_ accounts: [Account]) -> [(name: String, reason: AccountLookupError)] {
    let changed = Administrators(accounts)
    administrators.withLock { $0 = changed }
    return changed.unknown
  }
}
