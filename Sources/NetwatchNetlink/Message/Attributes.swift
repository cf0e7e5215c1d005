import CNetlink

/// Visits the attributes that follow a message's fixed part, with their types and payloads, and
/// stops at the first one that does not fit.
///
/// - Parameters:
///   - message: The bytes that hold them.
///   - offset: Where the first attribute begins; beyond the end there are none.
///   - body: Is called for each attribute; the type comes without its two flag bits.
func forEachAttribute(
  in message: RawSpan,
  from offset: Int = 0,
  _ body: (_ type: Int, _ payload: RawSpan) -> Void
) {
  var offset = offset
  while let attribute = attribute(in: message, at: offset) {
    let payload = offset + attributeHeaderSize..<offset + attribute.length
    body(attribute.type, message.extracting(payload))
    offset += aligned(attribute.length)
  }
}

/// Where the first attribute of a type begins, or nil.
func offsetOfAttribute(_ type: Int, in message: RawSpan, from offset: Int) -> Int? {
  var offset = offset
  while let attribute = attribute(in: message, at: offset) {
    if attribute.type == type { return offset }
    offset += aligned(attribute.length)
  }
  return nil
}

/// The length and type that stand before an attribute's payload.
let attributeHeaderSize = 4

private func attribute(in message: RawSpan, at offset: Int) -> (type: Int, length: Int)? {
  guard let length = message.field(at: offset, as: UInt16.self).map(Int.init),
    let type = message.field(at: offset + 2, as: UInt16.self),
    length >= attributeHeaderSize, length <= message.byteCount - offset
  else { return nil }
  return (Int(type & 0x3FFF), length)
}
