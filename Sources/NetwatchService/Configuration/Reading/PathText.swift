/// What paths have to be for the configuration, and for programs that jobs run.
///
/// It goes by bytes, as the kernel does: a slash and an accent behind it are one `Character`, which is
/// no slash any more.
enum PathText {
  /// Whether a path leads from the root by names alone.
  static func isFromRoot(_ path: String) -> Bool {
    path == "/" || path.utf8.first == UInt8(ascii: "/") && isPlain(path.utf8.dropFirst())
  }

  /// Whether every part of a path below some folder is a name: none is empty, `.` or `..`.
  static func isPlain(_ path: Substring.UTF8View) -> Bool {
    path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
    }
  }
}
