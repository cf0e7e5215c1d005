internal import CLinux
internal import Glibc

/// How many files the service may have open (getrlimit(2)).
enum OpenFileLimit {
  /// Enough for the clients of the event stream, the jobs under way and the databases.
  private static let need: rlim_t = 8_192

  /// Raises the limit to what the service may need, as far as it is allowed to: a shell's is 1,024,
  /// which is less than the clients that the event stream takes.
  static func raise() {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      limit.rlim_cur < need
    else { return }
    limit.rlim_cur = min(limit.rlim_max, need)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
