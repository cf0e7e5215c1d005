/// What a configuration that is read again changes.
package struct ConfigurationChanges: Equatable, Sendable {
  /// The paths of the changed keys that take effect, in the order of the table.
  package var effective: [String] = []

  /// The paths of the changed keys that take effect with the next start only.
  package var awaitingRestart: [String] = []

  package var isEmpty: Bool { effective.isEmpty && awaitingRestart.isEmpty }
}

extension ServiceConfiguration {
  /// Which keys differ, and which of them take effect without a restart.
  package static func changes(from old: Self, to new: Self) -> ConfigurationChanges {
    var changes = ConfigurationChanges()
    for key in ConfigurationKey.table where !key.isEqual(old, new) {
      if key.isReloadable {
        changes.effective.append(key.path)
      } else {
        changes.awaitingRestart.append(key.path)
      }
    }
    return changes
  }

  /// The configuration that is in force once another one is read: that one where keys can be reloaded,
  /// and this one elsewhere.
  package func reloaded(with other: Self) -> Self {
    var result = self
    for key in ConfigurationKey.reloadable { key.copy(other, &result) }
    return result
  }
}
