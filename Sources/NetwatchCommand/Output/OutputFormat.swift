internal import CLinux
internal import Glibc

/// How results are written.
enum OutputFormat: Equatable, Sendable {
  case json
  case text(isColoured: Bool)

  /// The format for standard output: colour on a terminal only, and never where the environment says
  /// NO_COLOR (no-color.org) or the terminal is dumb.
  init(isJSON: Bool) {
    self = isJSON ? .json : .text(isColoured: Self.canColour)
  }

  private static var canColour: Bool {
    isatty(STDOUT_FILENO) == 1 && environment("NO_COLOR").isEmpty && environment("TERM") != "dumb"
  }

  private static func environment(_ name: String) -> String {
    unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
  }
}
