import CLinux
import Glibc
import NetwatchTestSupport

/// nginx with HTTP/1.1 in the clear and HTTP/2 over TLS, and a folder that PUT writes to.
final class NginxServer: Sendable {
  static var isAvailable: Bool { access("/usr/sbin/nginx", X_OK) == 0 }

  let port: UInt16
  let tlsPort: UInt16

  /// The authority that vouches for the server, for 127.0.0.1.
  let certificate: String

  private let folder: TemporaryFolder
  private let process: ChildProcess

  init() throws {
    folder = try TemporaryFolder()
    certificate = folder.file("certificate.pem")
    try ChildProcess.run([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes", "-keyout", folder.file("key.pem"), "-out", certificate, "-subj",
      "/CN=netwatch tests", "-addext", "subjectAltName=IP:127.0.0.1",
    ])
    // nginx takes no port of the kernel's choice, so two are found first.
    let (first, second) = (try LoopbackSocket.closed(), try LoopbackSocket.closed())
    (port, tlsPort) = (first.port, second.port)
    let text = Self.configuration(port: port, tlsPort: tlsPort, folder: folder.path)
    let file = try folder.write(text, to: "nginx.conf")
    close(first.descriptor)
    close(second.descriptor)
    process = try ChildProcess(["/usr/sbin/nginx", "-p", folder.path, "-c", file])
    try waitUntilListening()
  }

  var origin: String { "http://127.0.0.1:\(port)" }

  var tlsOrigin: String { "https://127.0.0.1:\(tlsPort)" }

  /// What was put there.
  func content(of name: String) throws -> [UInt8] { try folder.read(name) }

  private func waitUntilListening() throws {
    for _ in 0..<500 {
      if try LoopbackSocket.accepts(port), try LoopbackSocket.accepts(tlsPort) { return }
      usleep(10_000)
    }
    throw SystemError(operation: "waiting for nginx")
  }

  private static func configuration(port: UInt16, tlsPort: UInt16, folder: String) -> String {
    """
    daemon off;
    master_process off;
    user root;
    pid nginx.pid;
    error_log error.log;
    events { worker_connections 1024; }
    http {
      access_log off;
      client_max_body_size 0;
      client_body_temp_path \(folder);
      proxy_temp_path \(folder);
      fastcgi_temp_path \(folder);
      uwsgi_temp_path \(folder);
      scgi_temp_path \(folder);
      server {
        listen 127.0.0.1:\(port);
        listen 127.0.0.1:\(tlsPort) ssl http2;
        ssl_certificate certificate.pem;
        ssl_certificate_key key.pem;
        root \(folder);
        location / { dav_methods PUT; }
        location = /ok { return 200 "ok"; }
        location = /echo { return 200 "$request_method $http_content_type $http_expect"; }
      }
    }
    """
  }
}
