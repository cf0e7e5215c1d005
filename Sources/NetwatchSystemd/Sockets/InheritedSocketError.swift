internal import NetwatchCore
internal import NetwatchSystem

/// Why the sockets that the service manager handed over cannot be used.
package enum InheritedSocketError: Error, Hashable, Sendable {
  /// LISTEN_PID, LISTEN_FDS and LISTEN_FDNAMES contradict themselves or the descriptors there are.
  case variables(code: CInt)

  /// A descriptor is something else than a listening stream socket.
  case kind(name: String, descriptor: CInt)
}

extension InheritedSocketError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .variables(let code):
      let reason = errorText(code)
      return "The inherited sockets could not be taken (LISTEN_FDS, LISTEN_FDNAMES): \(reason)"
    case .kind(let name, let descriptor):
      return "The inherited descriptor \(descriptor) (\(terminalSafe(name))) is no listening stream"
        + " socket: its unit needs ListenStream= and Accept=no"
    }
  }
}
