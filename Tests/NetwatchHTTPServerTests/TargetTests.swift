import NetwatchTestSupport
import Testing

@testable import NetwatchHTTPServer

@Suite struct TargetTests {
  @Test(arguments: [
    ("/", "/"), ("//", "/"), ("/a", "/a"), ("/a/", "/a/"), ("/a//b", "/a/b"), ("/./a/./b", "/a/b"),
    ("/%61", "/a"), ("/a+b", "/a+b"), ("/%2525", "/%25"), ("/...", "/..."), ("/a..b", "/a..b"),
    ("/%C3%A9", "/é"), ("http://h", "/"), ("HTTP://h:80/x", "/x"), ("http://h?q", "/"), ("*", "*"),
  ])
  func `A target is decoded once`(text: String, path: String) {
    #expect(RequestTarget(text)?.path == path)
  }

  @Test(arguments: [
    "", "a", "?", "/..", "/a/..", "/../a", "/%2e%2e", "/.%2E/a", "/a%2Fb", "/a%5Cb", "/a\\b",
    "/%00",
    "/%7F", "/%0a", "/%", "/%a", "/%g0", "/%+1", "/%c3", "/%ed%a0%80", "/?%", "/?a=%0", "/?%00",
    "https://h/", "file:///etc",
  ])
  func `A target that no path has is refused`(text: String) {
    #expect(RequestTarget(text) == nil)
  }

  @Test func `No target makes it trap, and none that is taken climbs`() {
    var generator = SeededGenerator(seed: 7)
    let parts = [
      "/", ".", "..", "%2e", "%2f", "%", "a", "?", "&", "=", "+", "%00", "é", "*", "http://",
    ]
    for _ in 0..<20_000 {
      let text = (0..<8).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      guard let target = RequestTarget(text), target.path != "*" else { continue }
      let segments = target.path.split(separator: "/")
      #expect(target.path.hasPrefix("/"))
      #expect(!segments.contains("..") && !segments.contains("."))
    }
  }

  @Test func `Parts of a chunk that was begun are kept, and the others dropped`() {
    var queue = ChunkQueue()
    for chunk in [[1, 2, 3], [4, 5], [6]] as [[UInt8]] { queue.append(chunk) }
    #expect(taken(from: &queue, atMost: 2) == [1, 2])
    queue.dropUntouched()
    queue.append([9])
    #expect(queue.count == 2)
    #expect(taken(from: &queue, atMost: 10) == [3, 9])
    #expect(queue.count == 0)
  }

  @Test func `Chunks that nobody has begun are all dropped`() {
    var queue = ChunkQueue()
    queue.append([1, 2])
    queue.append([3])
    #expect(taken(from: &queue, atMost: 2) == [1, 2])
    queue.dropUntouched()
    #expect(queue.count == 0)
    #expect(taken(from: &queue, atMost: 2) == [])
  }

  private func taken(from queue: inout ChunkQueue, atMost count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      filled = queue.take(into: ReadingRoom(bytes: UnsafeMutableRawBufferPointer(room)))
    }
  }
}
