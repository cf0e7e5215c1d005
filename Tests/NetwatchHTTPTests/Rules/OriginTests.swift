import NetwatchHTTP
import Testing

@Suite("An origin")
struct OriginTests {
  @Test(
    "is written with its port, in lower case",
    arguments: [
      ("https://API.Example/items?q#f", "https://api.example:443"),
      ("http://api.example", "http://api.example:80"),
      ("HTTP://api.example:8080/", "http://api.example:8080"),
      ("https://api.example:443/", "https://api.example:443"),
      ("https://u:p@api.example/", "https://api.example:443"),
      ("http://192.0.2.1:81/", "http://192.0.2.1:81"),
      ("http://[2001:DB8::1]/", "http://[2001:db8::1]:80"),
      ("http://[2001:db8:0::1]:81/", "http://[2001:db8::1]:81"),
      ("http://[fe80::1%25eth0]/", "http://[fe80::1%25eth0]:80"),
    ]
  )
  func text(url: String, expected: String) {
    #expect(Origin(url: url)?.description == expected)
  }

  @Test(
    "is that of URLs of HTTP only",
    arguments: ["", "api.example:x", "ftp://a.example/", "file:///x", "http://", "http://a b/"]
  )
  func others(url: String) {
    #expect(Origin(url: url) == nil)
  }

  @Test(
    "is this host by its address and its name",
    arguments: [
      ("http://127.0.0.1/", true), ("http://127.255.3.4:81/", true), ("http://[::1]/", true),
      ("http://[::ffff:127.0.0.1]/", true), ("http://localhost/", true),
      ("http://LOCALHOST:8080/", true), ("http://app.localhost/", true),
      ("http://localhost./", true), ("http://128.0.0.1/", false), ("http://[::2]/", false),
      ("http://localhost.example/", false), ("http://notlocalhost/", false),
      ("http://127.example/", false), ("http://10.0.0.1/", false),
    ]
  )
  func loopback(url: String, isLoopback: Bool) {
    #expect(Origin(url: url)?.isLoopback == isLoopback)
    #expect(NetworkRequest(url: url).needsConnectivity == !isLoopback)
  }

  @Test("leaves the last word on what is needed to the request")
  func requirement() {
    var request = NetworkRequest(url: "http://localhost/")
    request.requirement = .internet
    #expect(request.needsConnectivity)
    request.url = "http://a.example/"
    request.requirement = .nothing
    #expect(!request.needsConnectivity)
    request.requirement = nil
    request.url = "no URL"
    #expect(request.needsConnectivity)
  }
}
