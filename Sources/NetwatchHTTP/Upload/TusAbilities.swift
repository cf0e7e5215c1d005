/// What a server of tus says that it can do.
struct TusAbilities: Sendable {
  /// The longest part that is sent with a checksum: what is lost where it does not fit.
  static let chunkLength: Int64 = 8 << 20

  /// The longest upload that it takes; nil where it names none.
  let sizeLimit: Int64?

  /// Whether it knows the version that is spoken here, or names none.
  let knowsVersion: Bool

  /// How it wants a part summed up; nil for not at all.
  let checksum: ChecksumAlgorithm?

  init(_ headers: HTTPHeaders) {
    sizeLimit = headers["Tus-Max-Size"].flatMap(Self.number)
    let versions = headers["Tus-Version"]?.commaSeparated ?? []
    knowsVersion = versions.isEmpty || versions.contains(TusRequest.version)
    let offersChecksum = headers["Tus-Extension"]?.commaSeparated.contains("checksum") == true
    checksum =
      offersChecksum ? headers["Tus-Checksum-Algorithm"].flatMap(ChecksumAlgorithm.best) : nil
  }

  /// A number of bytes: digits and nothing else.
  static func number(_ text: String) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text)
  }
}
