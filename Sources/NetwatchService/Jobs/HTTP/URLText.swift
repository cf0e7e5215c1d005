/// URLs as they are shown: a query can hold a secret.
enum URLText {
  /// A URL with `?…` in the place of its query.
  static func withoutQuery(_ url: String) -> String {
    let start = url.prefix { $0 != "?" && $0 != "#" }
    return start.endIndex == url.endIndex ? url : "\(start)?…"
  }

  /// A sentence in which the same is done to every URL.
  static func withoutQueries(_ sentence: String) -> String {
    var result = ""
    var isQuery = false
    for scalar in sentence.unicodeScalars {
      if isQuery {
        guard scalar.endsURL else { continue }
        isQuery = false
      }
      result.unicodeScalars.append(scalar)
      if scalar == "?" {
        result += "…"
        isQuery = true
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether the character stands in no URL, and so behind one.
  fileprivate var endsURL: Bool { value <= 0x20 || self == "\"" }
}
