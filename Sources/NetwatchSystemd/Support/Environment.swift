internal import Glibc

/// The variables that the service manager started this process with (environ(7)).
enum Environment {
  /// The value of a variable, or `nil` where it is not set.
  static func value(of name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
