import NetwatchTestSupport

/// `openssl s_server` with a certificate of its own making; it answers any request with 200 and a page,
/// or a request for /answer with a text, header included.
final class TLSServer {
  let origin = "https://\(NetworkPair.serverIPv4):4433"
  let certificate: String
  private let folder: TemporaryFolder
  private let process: ChildProcess

  init(in sandbox: NetworkSandbox, answer: String? = nil) async throws {
    folder = try TemporaryFolder()
    certificate = folder.file("certificate.pem")
    let key = folder.file("key.pem")
    try ChildProcess.check([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes", "-keyout", key, "-out", certificate, "-subj", "/CN=netwatch tests",
      "-addext", "subjectAltName=IP:\(NetworkPair.serverIPv4)",
    ])
    if let answer { try folder.write(answer, to: "answer") }
    process = try sandbox.start([
      "env", "-C", folder.path, "openssl", "s_server", "-accept", "\(NetworkPair.serverIPv4):4433",
      answer == nil ? "-www" : "-HTTP", "-key", key, "-cert", certificate,
    ])
    while try await process.nextLine() != "ACCEPT" {}
  }
}
