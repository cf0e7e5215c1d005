import FoundationEssentials
import NetwatchService

/// A value of JSON5, as Foundation reads it.
indirect enum ReferenceValue: Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  case text(String)
  case list([ReferenceValue])
  case object([String: ReferenceValue])

  /// What a reader has made of a text.
  init(_ node: JSON5Node) {
    switch node.value {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .number(let value): self = .number(value)
    case .text(let value): self = .text(value)
    case .list(let nodes): self = .list(nodes.map(Self.init))
    case .object(let members):
      let pairs = members.map { ($0.name, Self($0.node)) }
      self = .object(Dictionary(pairs) { _, last in last })
    }
  }

  /// What Foundation makes of it; nil where it refuses.
  static func decode(_ bytes: [UInt8]) -> ReferenceValue? {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    return try? decoder.decode(ReferenceValue.self, from: Data(bytes))
  }

  /// Whether it has no number that was too large for its type, which Foundation refuses.
  var isFinite: Bool {
    switch self {
    case .null, .boolean, .text: true
    case .number(let value): value.isFinite
    case .list(let values): values.allSatisfy(\.isFinite)
    case .object(let members): members.values.allSatisfy(\.isFinite)
    }
  }

  /// Whether Foundation knows all that is in a text: of JSON5 it lacks some escapes, the blanks outside
  /// ASCII, large numbers in hexadecimal and zeros with an exponent, and it compares no NaN.
  static func canJudge(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    let unknown = [
      "\\", "\u{A0}", "\u{FEFF}", "\u{2028}", "\u{2029}", "0x", "0X", "0e", "0E", "NaN",
    ]
    return !unknown.contains { text.contains($0) }
  }
}

extension ReferenceValue: Decodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Name.self) {
      let pairs = try object.allKeys.map {
        ($0.stringValue, try object.decode(Self.self, forKey: $0))
      }
      self = .object(Dictionary(pairs) { _, last in last })
    } else if var list = try? decoder.unkeyedContainer() {
      var values: [Self] = []
      while !list.isAtEnd { values.append(try list.decode(Self.self)) }
      self = .list(values)
    } else {
      self = try Self(scalar: try decoder.singleValueContainer())
    }
  }

  private init(scalar container: any SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else {
      self = .text(try container.decode(String.self))
    }
  }
}
