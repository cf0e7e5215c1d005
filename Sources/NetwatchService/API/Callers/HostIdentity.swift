internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchSystem

/// What this host is called among those that share a store.
///
/// Names alone are often those that an installer gave, the same on many hosts.
enum HostIdentity {
  /// The name of this host, and what tells it from others of that name.
  static var current: String {
    text(name: hostName, machineID: machineID(in: "/etc/machine-id"))
  }

  /// A host's name with eight digits behind it, which stand for its machine id.
  ///
  /// The id itself is to be kept to the host (machine-id(5)).
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - machineID: The id; empty where there is none, which leaves the name alone.
  /// - Returns: The text.
  static func text(name: String, machineID: [UInt8]) -> String {
    guard !machineID.isEmpty else { return name }
    let digest = SHA256.digest(of: Array("netwatch ".utf8) + machineID)
    return name + "-" + String(decoding: Hex.encode(digest.prefix(4)), as: UTF8.self)
  }

  /// The first line of a file; empty where there is none, or no id yet.
  static func machineID(in path: String) -> [UInt8] {
    let bytes = (try? FileContents.read(path, upTo: longestFile, flags: O_NONBLOCK)) ?? []
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return line.elementsEqual("uninitialized".utf8) ? [] : Array(line)
  }

  private static let longestFile = 4_096

  private static var hostName: String {
    var room = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    unsafe _ = gethostname(&room, room.count - 1)
    return String(decoding: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
