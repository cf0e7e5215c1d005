import NetwatchHTTP
import NetwatchTestSupport
import Testing

@testable import NetwatchService

/// What a store keeps of a job, as this release and a damaged disk have it.
struct PayloadTests {
  private static let http: HTTPJob = {
    var job = HTTPJob(method: "POST", url: "https://example.org/\u{E4}?x")
    job.fields = [
      .init(name: "A", value: .text("")), .init(name: "B", value: .credential("token")),
    ]
    job.body = []
    job.safety = .never
    job.timeout = .milliseconds(1500)
    job.acceptedStatuses = 200...399
    return job
  }()

  private static let exec = ExecJob(template: "t", arguments: ["a": "1", "b": "", "c": "\u{E4}"])

  @Test func `what was written is read`() throws {
    #expect(try HTTPJob(payload: Self.http.payload) == Self.http)
    #expect(try ExecJob(payload: Self.exec.payload) == Self.exec)
    let plain = HTTPJob(method: "GET", url: "http://a.example/")
    #expect(try HTTPJob(payload: plain.payload) == plain)
    #expect(try HTTPJob(payload: plain.payload).body == nil)
  }

  @Test func `numbers of every size are read as they were written`() throws {
    let numbers = [0, 1, 127, 128, 16_383, 16_384, 1 << 31, 1 << 53, .max, -1, .min]
    var writer = PayloadWriter(version: 3)
    for number in numbers { writer.write(number) }
    var reader = try PayloadReader(writer.bytes, version: 3)
    for number in numbers { #expect(try reader.number() == number) }
    try reader.end()
  }

  @Test func `the form of this release stays what it is`() {
    let bytes = HTTPJob(method: "GET", url: "http://a/").payload
    #expect(bytes == [1, 3, 71, 69, 84, 9] + Array("http://a/".utf8) + [0, 0, 0, 200, 1, 171, 2])
    #expect(ExecJob(template: "t", arguments: ["a": "b"]).payload == [1, 1, 116, 1, 1, 97, 1, 98])
  }

  @Test func `another version, and whatever is cut off, is refused`() {
    #expect(throws: PayloadError.version(2)) { try HTTPJob(payload: [2, 3]) }
    #expect(throws: PayloadError.cutOff) { try HTTPJob(payload: []) }
    for payload in [Self.exec.payload, HTTPJob(method: "GET", url: "http://a/").payload] {
      for length in 0..<payload.count {
        #expect(throws: PayloadError.self) { try ExecJob(payload: Array(payload.prefix(length))) }
        #expect(throws: PayloadError.self) { try HTTPJob(payload: Array(payload.prefix(length))) }
      }
      #expect(throws: PayloadError.self) { try ExecJob(payload: payload + [0]) }
    }
  }

  @Test func `damage of any kind is survived`() {
    var generator = SeededGenerator(seed: 7)
    for payload in [Self.http.payload, Self.exec.payload] {
      for _ in 0..<20_000 {
        var bytes = payload
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let place = Int.random(in: 1..<bytes.count, using: &generator)
          bytes[place] = UInt8.random(in: 0...255, using: &generator)
        }
        _ = try? HTTPJob(payload: bytes)
        _ = try? ExecJob(payload: bytes)
      }
    }
  }
}
