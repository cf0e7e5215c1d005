/// Where an upload that is not done yet is, of which file, and to which target.
struct UploadRecord: Equatable, Sendable {
  private static let heading = "netwatch upload 1"

  /// Longer than any record that is written.
  static let sizeLimit = 65_536

  let file: UploadedFile.Identity
  let target: String

  /// The upload's own URL.
  let url: String

  init(file: UploadedFile.Identity, target: String, url: String) {
    self.file = file
    self.target = target
    self.url = url
  }

  /// Reads a record; `nil` where it is damaged.
  init?(parsing text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 5, lines[0] == Self.heading, lines[4].isEmpty, !lines[3].isEmpty else {
      return nil
    }
    let numbers = lines[1].split(separator: " ", omittingEmptySubsequences: false)
    guard numbers.count == 5, let device = UInt64(numbers[0]), let inode = UInt64(numbers[1]),
      let size = Int64(numbers[2]), let seconds = Int64(numbers[3]),
      let nanoseconds = Int64(numbers[4])
    else { return nil }
    file = .init(
      device: device,
      inode: inode,
      size: size,
      seconds: seconds,
      nanoseconds: nanoseconds
    )
    target = String(lines[2])
    url = String(lines[3])
  }

  /// The record as it is stored.
  var text: String {
    let numbers = "\(file.device) \(file.inode) \(file.size) \(file.seconds) \(file.nanoseconds)"
    return [Self.heading, numbers, target, url, ""].joined(separator: "\n")
  }

  /// The name that the record of a file on its way to a target has (FNV-1a, 64 bits).
  static func name(of file: UploadedFile.Identity, to target: String) -> String {
    let hash = "\(file.device) \(file.inode) \(target)".utf8
      .reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
