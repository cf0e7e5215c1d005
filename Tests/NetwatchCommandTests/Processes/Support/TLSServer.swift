import NetwatchTestSupport

/// `openssl s_server` with a certificate of its own making; it answers any request with 200 and a page.
final class TLSServer {
  let origin = "https://\(NetworkPair.serverIPv4):4433"
  let certificate: String
  private let folder: TemporaryFolder
  private let process: ChildProcess

  init(in sandbox: NetworkSandbox) async throws {
    folder = try TemporaryFolder()
    certificate = "\(folder.path)/certificate.pem"
    let key = "\(folder.path)/key.pem"
    try ChildProcess.check([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes", "-keyout", key, "-out", certificate, "-subj", "/CN=netwatch tests",
      "-addext", "subjectAltName=IP:\(NetworkPair.serverIPv4)",
    ])
    process = try sandbox.start([
      "openssl", "s_server", "-accept", "\(NetworkPair.serverIPv4):4433", "-www", "-key", key,
      "-cert", certificate,
    ])
    while try await process.nextLine() != "ACCEPT" {}
  }
}
