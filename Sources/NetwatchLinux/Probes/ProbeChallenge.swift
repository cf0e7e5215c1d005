/// A random word that an endpoint has to repeat, which a portal that forges its answer does not know to
/// do.
enum ProbeChallenge {
  static let requestHeader = "X-Netwatch-Challenge"
  static let responseHeader = "X-Netwatch-Response"

  static func make() -> String {
    String(UInt64.random(in: .min ... .max), radix: 36)
  }
}
