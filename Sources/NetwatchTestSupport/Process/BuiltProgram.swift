import CLinux
import Glibc

/// Programs that were built along with the tests: they stand beside their bundle.
package enum BuiltProgram {
  /// The path of a program.
  package static func path(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = max(readlink("/proc/self/exe", &buffer, buffer.count - 1), 0)
    let bundle = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return bundle.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/\(name)"
  }
}
