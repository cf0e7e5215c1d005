import Foundation
import FoundationNetworking
import NetwatchCore
import NetwatchFoundation
import NetwatchHTTP
import Testing

@Suite("A URLRequest")
struct URLRequestTests {
  private func urlRequest(_ text: String = "http://a.example/x?y=1") throws -> URLRequest {
    URLRequest(url: try #require(URL(string: text)))
  }

  @Test("becomes a request with its method, URL, fields and body")
  func parts() throws {
    var urlRequest = try urlRequest()
    urlRequest.httpMethod = "PATCH"
    urlRequest.setValue("2", forHTTPHeaderField: "X-B")
    urlRequest.setValue("1", forHTTPHeaderField: "X-A")
    urlRequest.setValue("7", forHTTPHeaderField: "Content-Length")
    urlRequest.httpBody = Data("abc".utf8)
    let request = try NetworkRequest(urlRequest)
    #expect(request.method == .patch)
    #expect(request.url == "http://a.example/x?y=1")
    #expect(request.headers == ["X-A": "1", "X-B": "2"])
    #expect(request.body.bytes == Array("abc".utf8))
  }

  @Test(
    "has its timeout taken over, where it was set",
    arguments: [
      (60, nil), (0.5, .milliseconds(500)), (15, .seconds(15)), (0, nil), (-1, nil), (.nan, nil),
      (.infinity, .seconds(1_000_000_000)), (1e300, .seconds(1_000_000_000)),
    ] as [(TimeInterval, Duration?)]
  )
  func timeout(interval: TimeInterval, expected: Duration?) throws {
    var urlRequest = try urlRequest()
    urlRequest.timeoutInterval = interval
    #expect(try NetworkRequest(urlRequest).attemptTimeout == expected)
  }

  @Test("without a URL is refused")
  func noURL() throws {
    var urlRequest = try urlRequest()
    urlRequest.url = nil
    let error = #expect(throws: NetworkError.self) { try NetworkRequest(urlRequest) }
    #expect(error?.networkErrorType == .invalidRequest)
  }

  @Test("comes back from a request of the client's")
  func back() throws {
    var request = NetworkRequest(
      method: .post,
      url: "https://a.example/x",
      headers: ["Accept": "a", "accept": "b"],
      body: .bytes([1, 2])
    )
    request.attemptTimeout = .milliseconds(1500)
    request.idempotencyKey = "k"
    let urlRequest = try URLRequest(request)
    #expect(urlRequest.httpMethod == "POST")
    #expect(urlRequest.url?.absoluteString == "https://a.example/x")
    #expect(urlRequest.value(forHTTPHeaderField: "Accept") == "a,b")
    #expect(urlRequest.value(forHTTPHeaderField: "Idempotency-Key") == "\"k\"")
    #expect(urlRequest.httpBody == Data([1, 2]))
    #expect(urlRequest.timeoutInterval == 1.5)
  }

  @Test(
    "cannot be made of what it cannot hold",
    arguments: [
      NetworkRequest(url: ""),
      NetworkRequest(
        url: "http://a.example/",
        body: .source(BodySource(isReplayable: true) { _ in })
      ),
    ]
  )
  func impossible(request: NetworkRequest) {
    let error = #expect(throws: NetworkError.self) { try URLRequest(request) }
    #expect(error?.networkErrorType == .invalidRequest)
  }

  @Test("gets an HTTPURLResponse whose fields of one name are joined")
  func response() throws {
    let response = NetworkResponse(
      status: 404,
      headers: ["X-A": "1", "x-a": "2", "Content-Type": "text/plain"],
      url: "http://a.example/x",
      httpVersion: "HTTP/1.1"
    )
    let head = try #require(HTTPURLResponse(response))
    #expect(head.statusCode == 404)
    #expect(head.url?.absoluteString == "http://a.example/x")
    #expect(head.value(forHTTPHeaderField: "X-A") == "1, 2")
    #expect(head.mimeType == "text/plain")
    #expect(HTTPURLResponse(NetworkResponse(status: 200, url: "")) == nil)
  }
}

extension RequestBody {
  fileprivate var bytes: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }
}
