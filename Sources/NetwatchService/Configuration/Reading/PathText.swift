/// What paths have to be for the configuration to take them.
enum PathText {
  /// Whether every part of a path below some folder is a name: none is empty, `.` or `..`.
  static func isPlain(_ path: some StringProtocol) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0 != "." && $0 != ".."
    }
  }
}
