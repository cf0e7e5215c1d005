/// Where the service is looked for.
enum ServicePlace: CustomStringConvertible {
  case socket(String)
  case url(String)

  var isSocket: Bool {
    if case .socket = self { true } else { false }
  }

  var description: String {
    switch self {
    case .socket(let path): "the socket \(path)"
    case .url(let url): url
    }
  }
}
