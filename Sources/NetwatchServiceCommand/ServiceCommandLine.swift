internal import Glibc

/// The part of the `netwatch` command that is the service and its clients.
public enum ServiceCommandLine {
  /// Does what the arguments say, and ends the process.
  ///
  /// - Parameter arguments: The arguments, the program's name first.
  public static func run(_ arguments: [String]) -> Never {
    exit(2)
  }
}
