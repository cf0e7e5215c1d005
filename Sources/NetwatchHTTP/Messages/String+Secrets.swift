/// What is left out of URLs before they are shown or kept.
///
/// It goes by the text alone, because URLs that cannot be parsed stand in errors too, and by scalars: a
/// mark and an accent behind it are one `Character`, which is no mark any more.
extension String {
  /// A URL without the name and password in front of its host, which are nobody's business; any other
  /// text as it is.
  ///
  /// They are what comes between `//` (or the beginning, where it is missing) and the last `@` before
  /// the path.
  package var withoutUserInformation: String {
    // Not firstRange(of:), which would link all of the regular expressions, a megabyte, into a daemon.
    let slashes = utf8.indices.first { utf8[$0...].starts(with: "//".utf8) }
    let start = slashes.map { utf8.index($0, offsetBy: 2) } ?? startIndex
    let authority = unicodeScalars[start...].prefix { !"/?#\\".unicodeScalars.contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return self }
    let host = unicodeScalars.index(after: at)
    return String(unicodeScalars[..<start]) + String(unicodeScalars[host...])
  }

  /// A URL with `…` in the place of its query and fragment, which can hold a secret.
  package var withoutQuery: String {
    guard let mark = unicodeScalars.firstIndex(where: \.endsPath) else { return self }
    let path = unicodeScalars[...mark]
    return path.endIndex == endIndex ? self : String(path) + "…"
  }

  /// A sentence in which the same is done to every URL, those in quotation marks included.
  package var withoutQueries: String {
    var result = String.UnicodeScalarView()
    var isQuery = false
    for (scalar, previous) in zip(unicodeScalars, [" "] + unicodeScalars) {
      if isQuery, scalar.value > 0x20, scalar != "\"" || previous == "\\" {
        if previous.endsPath, result.last == previous { result.append("…") }
        continue
      }
      isQuery = scalar.endsPath
      result.append(scalar)
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether a query or a fragment begins here.
  fileprivate var endsPath: Bool { self == "?" || self == "#" }
}
