package import NetwatchHTTPServer

/// The page at `/`: one document that needs nothing else than the service's API.
package enum StatusPage {
  /// The document, with its style and its script in it.
  package static let html = Array(document.utf8)

  /// What makes the page look as it does; the report looks the same.
  package static let style = String(decoding: PackageResources.page_css, as: UTF8.self)

  /// Answers `GET /` and, as the server leaves the body out by itself, `HEAD /`.
  package static let response = ServerResponse(
    status: 200,
    headers: [
      ServerHeader(own: "Content-Type", "text/html; charset=utf-8"),
      ServerHeader(own: "Content-Security-Policy", policy),
      ServerHeader(own: "X-Content-Type-Options", "nosniff"),
      ServerHeader(own: "Referrer-Policy", "no-referrer"),
      ServerHeader(own: "Cross-Origin-Opener-Policy", "same-origin"),
      ServerHeader(own: "Cache-Control", "no-cache"),
    ],
    body: .bytes(html)
  )

  /// What the browser may load and run: this script and this style, which it knows by their hashes, and
  /// from this service; no text ever becomes markup.
  private static let policy = [
    "default-src 'none'",
    "script-src '\(SourceHash(of: script))'",
    "style-src '\(SourceHash(of: style))'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].joined(separator: "; ")

  private static let document = String(decoding: PackageResources.index_html, as: UTF8.self)
    .replacing("<style></style>", with: "<style>\(style)</style>")
    .replacing(
      "<script type=\"module\"></script>",
      with: "<script type=\"module\">\(script)</script>"
    )

  /// The parts of the script, which are one module: what a part uses stands in front of it.
  private static let script = [
    PackageResources.words_js, PackageResources.elements_js, PackageResources.state_js,
    PackageResources.timeline_js, PackageResources.latency_js, PackageResources.history_js,
    PackageResources.jobs_js, PackageResources.live_js,
  ]
  .map { String(decoding: $0, as: UTF8.self) }
  .joined(separator: "\n")
}
