/// Reading fields of messages: each read is checked against the end of the bytes, and answers nil
/// beyond it, because what is read came from outside.
extension RawSpan {
  /// A number in the machine's byte order, as netlink's own fields are.
  func field<Value: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int,
    as type: Value.Type = Value.self
  ) -> Value? {
    guard offset >= 0, offset <= byteCount - MemoryLayout<Value>.size else { return nil }
    return unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: type)
  }

  /// A number in network byte order, as addresses are.
  func networkField<Value: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int,
    as type: Value.Type = Value.self
  ) -> Value? {
    field(at: offset, as: type).map(Value.init(bigEndian:))
  }

  /// The text up to the first zero byte, or to the end; what is not UTF-8 is repaired.
  var text: String {
    unsafe withUnsafeBytes { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
