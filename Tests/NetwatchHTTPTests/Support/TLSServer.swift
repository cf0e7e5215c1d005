import NetwatchTestSupport

/// nginx with a certificate of its own making, which answers everything with 200 and `ok`.
final class TLSServer: Sendable {
  let port: UInt16
  let certificate: String
  private let folder: TemporaryFolder
  private let process: ChildProcess

  /// Starts a server that offers HTTP/2.
  ///
  /// - Parameters:
  ///   - subject: The one subjectAltName of the certificate, such as `IP:127.0.0.1`.
  ///   - isExpired: Whether the certificate was good for one day, long ago.
  /// - Throws: What kept openssl or nginx from their work.
  init(subject: String, isExpired: Bool = false) async throws {
    folder = try TemporaryFolder()
    port = try Self.freePort()
    certificate = folder.file("certificate.pem")
    try Self.makeCertificate(in: folder, subject: subject, year: isExpired ? 2020 : 2100)
    try folder.write(Self.configuration(port), to: "nginx.conf")
    process = try ChildProcess.start([
      "nginx", "-e", "stderr", "-p", folder.path, "-c", "nginx.conf",
    ])
    try await eventually(within: .seconds(10)) {
      try ChildProcess.run(["ss", "-Htln", "sport", "= :\(port)"]).stdout.contains("LISTEN")
    }
  }

  var url: String { "https://127.0.0.1:\(port)/" }

  static var isAvailable: Bool {
    (try? ChildProcess.run(["nginx", "-v"]).status) == .success
  }

  private static func freePort() throws -> UInt16 {
    let server = try ScriptedServer()
    defer { server.stop() }
    return server.address.port
  }

  /// `openssl req` makes none that ends in the past; `openssl ca` does.
  private static func makeCertificate(
    in folder: TemporaryFolder,
    subject: String,
    year: Int
  ) throws {
    try folder.write("", to: "index.txt")
    let configuration = try folder.write(
      """
      [ca]
      default_ca = authority
      [authority]
      database = \(folder.path)/index.txt
      new_certs_dir = \(folder.path)
      rand_serial = yes
      default_md = sha256
      policy = policy
      [policy]
      commonName = supplied
      [extensions]
      subjectAltName = \(subject)
      [req]
      distinguished_name = name
      [name]

      """,
      to: "authority.cnf"
    )
    let (key, request) = (folder.file("key.pem"), folder.file("request.pem"))
    try ChildProcess.check([
      "openssl", "req", "-new", "-config", configuration, "-newkey", "ec", "-pkeyopt",
      "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", request, "-subj",
      "/CN=netwatch tests",
    ])
    try ChildProcess.check([
      "openssl", "ca", "-batch", "-config", configuration, "-selfsign", "-keyfile", key, "-in",
      request, "-out", folder.file("certificate.pem"), "-startdate", "20200101000000Z",
      "-enddate",
      "\(year)0102000000Z", "-extensions", "extensions", "-notext",
    ])
  }

  private static func configuration(_ port: UInt16) -> String {
    let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path .;" }
    return """
      daemon off; master_process off; pid nginx.pid; error_log stderr;
      events { }
      http {
        access_log off; \(folders.joined(separator: " "))
        server {
          listen 127.0.0.1:\(port) ssl http2;
          ssl_certificate certificate.pem; ssl_certificate_key key.pem;
          location / { return 200 "ok"; }
        }
      }

      """
  }
}
