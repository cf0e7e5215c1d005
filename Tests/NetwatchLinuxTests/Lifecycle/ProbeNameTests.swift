import NetwatchLinux
import Testing

@Suite struct ProbeNameTests {
  private static let url = "http://probe.example/check?a=1"

  @Test(
    arguments: [
      (.http(url), ""),
      (.http(url, status: 200), "#status=200"),
      (.http(url, body: .exactly("a b&c=ü%")), "#body=a%20b%26c%3D%C3%BC%25"),
      (.http(url, body: .beginning(with: "<HTML>\n")), "#prefix=%3CHTML%3E%0A"),
      (.http(url, body: .beginning(with: "")), "#prefix="),
      (.http(url, isChallenged: true), "#challenge"),
      (
        .http(url, status: 200, body: .exactly("pong"), isChallenged: true),
        "#status=200&body=pong&challenge"
      ),
    ] as [(ProbeEndpoint, String)]
  )
  func `a name tells the expectation, and reads back as the same`(
    endpoint: ProbeEndpoint,
    fragment: String
  ) throws {
    #expect(endpoint.name == Self.url + fragment)
    #expect(try ProbeEndpoint(parsing: endpoint.name) == endpoint)
  }

  @Test func `a fragment of the URL's own is no part of the name`() {
    let url = Self.url + "#status=500"
    #expect(ProbeEndpoint.http(url).name == Self.url)
    #expect(ProbeEndpoint.http(url, status: 200).name == Self.url + "#status=200")
  }
}
