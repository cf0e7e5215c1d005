extension JobRefusal {
  /// What a decoder complains of, without the value that it may quote.
  init(decoding error: any Error) {
    switch error {
    case let refusal as JobRefusal: self = refusal
    case DecodingError.typeMismatch(let type, let context),
      DecodingError.valueNotFound(let type, let context):
      self.init(path: context.codingPath, "expected \(Self.noun(of: type))")
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
      self.init(path: context.codingPath, "it cannot be read")
    default: self.init("body", "it is not JSON in UTF-8")
    }
  }

  /// A complaint of the value at a path, such as `[3].http.url`.
  init(path: [any CodingKey], _ message: String) {
    let field = path.reduce("") { parent, key in
      if let index = key.intValue { return "\(parent)[\(index)]" }
      return ConfigurationText.path(parent, key.stringValue)
    }
    self.init(field.isEmpty ? "body" : field, message)
  }

  private static func noun(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Int.Type: "a whole number"
    case is [Any].Type, is any UnkeyedDecodingContainer.Type: "a list"
    default: "an object"
    }
  }
}
