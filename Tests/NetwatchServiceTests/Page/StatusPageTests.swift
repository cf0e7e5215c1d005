import NetwatchHTTPServer
import Testing

@testable import NetwatchService

@Suite struct StatusPageTests {
  private let text = String(decoding: StatusPage.html, as: UTF8.self)

  @Test(arguments: [
    // openssl dgst -sha256 -binary | openssl base64
    ("", "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
    ("abc", "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
  ])
  func `Scripts and styles are named by the hash of their text`(text: String, name: String) {
    #expect("\(SourceHash(of: text))" == name)
  }

  @Test func `The policy allows the script and the style of the page, and nothing else`() throws {
    let policy = try #require(StatusPage.response.headers["Content-Security-Policy"])
    let style = try #require(
      text.split(separator: "<style>").last?.split(separator: "</style>").first
    )
    let script = try #require(
      text.split(separator: "<script type=\"module\">").last?.split(separator: "</script>").first
    )
    #expect(policy.contains("default-src 'none'; "))
    #expect(policy.contains("; style-src '\(SourceHash(of: String(style)))'; "))
    #expect(policy.contains("; script-src '\(SourceHash(of: String(script)))'; "))
    #expect(policy.contains("; connect-src 'self'; "))
    #expect(!policy.contains("unsafe"))
  }

  @Test(arguments: [
    "src=", " style=", "onclick", "innerHTML", "insertAdjacent", "@import", "eval(",
  ])
  func `The page needs nothing from elsewhere, and makes no markup of text`(part: String) {
    #expect(!text.contains(part))
  }

  @Test func `The page is one document with one style and one script`() {
    #expect(text.hasPrefix("<!doctype html>"))
    #expect(text.ranges(of: "<style>").count == 1)
    #expect(text.ranges(of: "<script").count == 1)
    #expect(text.contains("new EventSource("))
  }
}
