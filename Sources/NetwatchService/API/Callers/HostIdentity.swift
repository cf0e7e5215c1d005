internal import CCrypto
internal import CLinux
internal import Glibc

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
    let bytes = Array("netwatch ".utf8) + machineID
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    let hashed = unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    precondition(hashed == 1, "libcrypto has SHA-256.")
    let digits = Array("0123456789abcdef")
    let mark = digest.prefix(4).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return name + "-" + String(mark)
  }

  /// The first line of a file; empty where there is none, or no id yet.
  static func machineID(in path: String) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: longestID)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    let line = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
    return line.elementsEqual("uninitialized".utf8) ? [] : Array(line)
  }

  private static let longestID = 64

  private static var hostName: String {
    var room = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    unsafe _ = gethostname(&room, room.count - 1)
    return String(decoding: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
