/// What the command line asks for.
struct BenchmarkOptions {
  /// What to measure, and against what.
  let tools: Tools

  /// The benchmarks to run; all where it is empty.
  let names: [String]

  /// Reads `--netwatch PATH --peers DIR [NAME …]`.
  init(arguments: [String]) throws(BenchmarkError) {
    var paths: [String: String] = [:]
    var names: [String] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-") else {
        names.append(word)
        continue
      }
      guard ["--netwatch", "--peers"].contains(word), let path = rest.popFirst() else {
        throw BenchmarkError("\(word): expected --netwatch PATH --peers DIR [NAME ...]")
      }
      paths[word] = path
    }
    guard let netwatch = paths["--netwatch"], let peers = paths["--peers"] else {
      throw BenchmarkError("--netwatch PATH and --peers DIR are needed")
    }
    tools = Tools(netwatch: netwatch, peers: peers)
    self.names = names
  }
}
