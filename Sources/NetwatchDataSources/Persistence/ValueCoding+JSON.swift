import FoundationEssentials

/// How a value becomes bytes, and comes back.
struct ValueCoding<Value: Sendable>: Sendable {
  let encode: @Sendable (Value) throws -> [UInt8]
  let decode: @Sendable ([UInt8]) throws -> Value
}

extension ValueCoding where Value: Codable {
  /// JSON (RFC 8259) as Foundation writes it; nil is `null`.
  static var json: Self {
    Self(
      encode: { [UInt8](try JSONEncoder().encode($0)) },
      decode: { try JSONDecoder().decode(Value.self, from: Data($0)) }
    )
  }
}
