internal import Glibc
internal import NetwatchClient
internal import NetwatchCommand

/// Why a command that asks the service did not do what it was told, and how it ends for that.
struct ClientFailure: Error, CustomStringConvertible {
  /// A line that says what to do.
  let description: String
  let status: ExitStatus

  /// Something on the command line cannot be used.
  static func usage(_ message: String) -> ClientFailure {
    ClientFailure(description: message, status: .usage)
  }
}

extension ClientFailure {
  /// What the service's refusal, or its absence, means for who sits at the terminal.
  init(_ error: ServiceError, at address: ServiceAddress) {
    switch error.kind {
    case .refused: self.init(refusal: error, at: address)
    case .invalid: self.init(description: error.description, status: .usage)
    case .notRunning:
      let advice = address.url == nil ? "; see 'systemctl status netwatch'" : ""
      self.init(
        description: "the service is not running: \(error.description)\(advice)",
        status: .failure
      )
    case .notPermitted:
      self.init(
        description: error.description + Self.membership(address.askedSocket),
        status: .failure
      )
    case .noAnswer, .notUnderstood: self.init(description: error.description, status: .failure)
    }
  }

  private init(refusal error: ServiceError, at address: ServiceAddress) {
    let advice = error.status == 401 && address.tokenFile == nil ? "; give its --token-file" : ""
    // What is the service's own trouble is no answer.
    let isTrouble = [500, 502, 503, 504].contains(error.status)
    self.init(description: error.description + advice, status: isTrouble ? .failure : .no)
  }

  /// Who may use a socket, where that can be found out.
  private static func membership(_ socket: String?) -> String {
    var status = stat()
    guard let socket, unsafe stat(socket, &status) == 0 else { return "" }
    let number = status.st_gid
    return "; it is for members of the group \(groupName(number) ?? "\(number)")"
  }

  private static func groupName(_ number: gid_t) -> String? {
    var entry = unsafe group()
    var found: UnsafeMutablePointer<group>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    let code = unsafe getgrgid_r(number, &entry, &buffer, buffer.count, &found)
    guard code == 0, let name = unsafe found?.pointee.gr_name else { return nil }
    return unsafe String(cString: name)
  }
}
