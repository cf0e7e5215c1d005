/// Who asks the service for something, and what they may do.
package struct Caller: Hashable, Sendable {
  /// Names the owner of the jobs that they submit: a user's number, or `token`.
  package var owner: String

  /// Whether they may see and cancel everybody's jobs.
  package var isAdministrator: Bool

  package init(owner: String, isAdministrator: Bool) {
    self.owner = owner
    self.isAdministrator = isAdministrator
  }

  /// Whether they may know of what belongs to somebody.
  package func maySee(owner: String?) -> Bool { isAdministrator || owner == self.owner }
}
