import FoundationEssentials

extension JobAttempts {
  /// Reads what was stored of the attempts of a job; what can't be read counts as nothing.
  package init(json: String?) {
    self =
      json.flatMap { try? JSONDecoder().decode(Self.self, from: Data($0.utf8)) }
      ?? JobAttempts()
  }

  /// The attempts as they are stored; nil while there is none.
  package var json: String? {
    guard !isEmpty, let data = try? JSONEncoder().encode(self) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}
