/// What a job of the kind `exec` runs.
struct ExecJob: Hashable, Sendable {
  /// Names the kind.
  static let kind = "exec"
}
