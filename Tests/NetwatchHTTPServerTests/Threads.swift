import Glibc
import NetwatchTestSupport

/// A thread of this process.
struct Threads {
  private let folder: String

  /// The threads of a name.
  static func named(_ name: String) throws -> [Threads] {
    guard let directory = opendir("/proc/self/task") else { return [] }
    defer { closedir(directory) }
    var found: [Threads] = []
    while let entry = readdir(directory) {
      let id = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let thread = Threads(folder: "/proc/self/task/\(id)")
      if thread.read("comm").hasPrefix("\(name)\n") { found.append(thread) }
    }
    return found
  }

  /// How often it has gone to sleep by itself.
  var wakeUps: Int {
    get throws {
      let lines = read("status").split(separator: "\n")
      let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches") }
      guard let count = line?.split(separator: "\t").last.flatMap({ Int($0) }) else {
        throw ClientFailure(description: "The thread has ended.")
      }
      return count
    }
  }

  private func read(_ name: String) -> String {
    guard let file = fopen("\(folder)/\(name)", "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}

/// The chunked transfer coding (RFC 9112, section 7.1).
enum Chunked {
  /// What the chunks of an answer come to, put together.
  static func text(of answer: String) -> String {
    guard let head = answer.range(of: "\r\n\r\n") else { return "" }
    var (rest, text) = (answer[head.upperBound...].utf8[...], "")
    while let line = rest.firstIndex(of: 13), let size = Int(Substring(rest[..<line]), radix: 16),
      size > 0
    {
      let body = rest[line...].dropFirst(2)
      text += Substring(body.prefix(size))
      rest = body.dropFirst(size + 2)
    }
    return text
  }
}
