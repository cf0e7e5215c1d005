internal import CLinux
internal import Glibc

/// How a program ended.
package enum ProgramEnd: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)

  /// Reads what waitpid(2) says of a program that has ended.
  package init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signalled(signal)
  }
}

extension ProgramEnd: CustomStringConvertible {
  /// The end in words that go behind the name of what ended.
  package var description: String {
    switch self {
    case .exited(0): "succeeded"
    case .exited(let status): "failed with status \(status)"
    case .signalled(let signal): "died by \(SignalText.text(signal))"
    }
  }
}

/// Signals as people know them.
package enum SignalText {
  /// A signal by its number and what it means.
  package static func text(_ signal: Int32) -> String {
    guard let meaning = unsafe strsignal(signal) else { return "signal \(signal)" }
    return "signal \(signal) (\(unsafe String(cString: meaning).lowercased()))"
  }
}
