import NetwatchTestSupport

/// `openssl s_server` with a certificate of its own making, for one name or address.
final class TLSServer: Sendable {
  let port: UInt16
  let certificate: String
  private let folder: TemporaryFolder
  private let process: ChildProcess

  /// Starts a server that answers any request with 200 and a page about the session, or a request for
  /// /answer with a text, header included.
  ///
  /// The subject is the one subjectAltName of the certificate, such as `IP:127.0.0.1`.
  init(subject: String, answer: String? = nil) throws {
    folder = try TemporaryFolder()
    certificate = folder.file("certificate.pem")
    let key = folder.file("key.pem")
    try ChildProcess.run([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes", "-keyout", key, "-out", certificate, "-subj", "/CN=netwatch tests",
      "-addext", "subjectAltName=\(subject)",
    ])
    if let answer { try folder.write(answer, to: "answer") }
    process = try ChildProcess([
      "env", "-C", folder.path, "openssl", "s_server", "-accept", "127.0.0.1:0",
      answer == nil ? "-www" : "-HTTP", "-key", key, "-cert", certificate,
    ])
    let address = try process.line(after: "ACCEPT ")
    guard let port = address.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw SystemError(operation: "reading the port of \(address)")
    }
    self.port = port
  }
}
