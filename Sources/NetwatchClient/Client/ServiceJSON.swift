import FoundationEssentials

/// JSON of the service's documents.
package enum ServiceJSON {
  /// Reads a document; keys that are not known are ignored.
  package static func decode<Document: Decodable>(
    _ type: Document.Type = Document.self,
    from bytes: [UInt8]
  ) throws -> Document {
    try JSONDecoder().decode(type, from: Data(bytes))
  }

  /// Writes a document as one line, its keys in the order of the alphabet.
  package static func encode(_ document: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try Array(encoder.encode(document))
  }

  /// Why a document could not be read, in a line.
  package static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, let context): return "\(path(context, key)) is missing"
    case .valueNotFound(_, let context): return "\(path(context)) is null"
    case .typeMismatch(let type, let context): return "\(path(context)) is no \(type)"
    case .dataCorrupted(let context): return "\(path(context)): \(context.debugDescription)"
    @unknown default: return "\(error)"
    }
  }

  private static func path(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil)
    -> String
  {
    let keys = context.codingPath + (key.map { [$0] } ?? [])
    return keys.isEmpty ? "the document" : keys.map(\.stringValue).joined(separator: ".")
  }
}
