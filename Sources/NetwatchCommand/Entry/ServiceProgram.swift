internal import CLinux
internal import Glibc
internal import NetwatchSystem

/// The program that is the service and its clients, `netwatch-service`.
enum ServiceProgram {
  private static let name = "netwatch-service"

  /// Becomes that program, with the same arguments; call it before anything is started.
  ///
  /// It lies beside this program, or where packages put what users do not call themselves.
  ///
  /// - Parameter arguments: The arguments, this program's name first.
  /// - Returns: Why it could not be done; otherwise never.
  static func become(_ arguments: [String]) -> ServiceProgramError {
    guard let folder = ownFolder else { return ServiceProgramError(places: [], number: errno) }
    let places = ["\(folder)/\(name)", "\(folder)/../lib/netwatch/\(name)"]
    var number: Int32 = 0
    for place in places {
      number = execute(place, arguments)
      // What is there and cannot be run is not looked for elsewhere.
      if number != ENOENT { return ServiceProgramError(places: [place], number: number) }
    }
    return ServiceProgramError(places: places, number: number)
  }

  private static var ownFolder: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    guard length > 0 else { return nil }
    let path = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  private static func execute(_ path: String, _ arguments: [String]) -> Int32 {
    let words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    unsafe execv(path, words)
    return errno
  }
}

/// Why the program that is the service cannot be run.
struct ServiceProgramError: Error, CustomStringConvertible {
  /// Where it was looked for.
  let places: [String]

  /// The error number.
  let number: Int32

  var description: String {
    let reason = errorText(number)
    guard let first = places.first else {
      return "this program cannot be found in /proc, and netwatch-service not beside it: \(reason)"
    }
    guard places.count > 1 else { return "\(first) cannot be run: \(reason)" }
    return "the service is not installed: there is no \(places.joined(separator: " and no "))"
  }
}
