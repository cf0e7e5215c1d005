/// Configurations that are wrong, and what is said of each.
///
/// In the tables that stand in files of their own, each wrong line is followed by what is said of it
/// behind the name of the file and the line, indented and cut where it is long.
enum BadConfiguration {
  /// What takes several lines, or is large, and what is said of it in full.
  static let large: [(String, String)] = [
    ("", "nw.json5:1: the text ends where a value was expected"),
    ("  // nothing\n", "nw.json5:2: the text ends where a value was expected"),
    (
      "{\n  store: 'a'\n  logLevel: 'info' }",
      "nw.json5:3: 'l' stands where ',' or '}' was expected"
    ),
    ("{ store: 'a\nb' }", "nw.json5:1: a text in quotes has a control character in it"),
    ("{\r\n store: 'a\\\nb',\n c: 1 }", "nw.json5:4: c: is no key that there is"),
    ("{ store: \u{1B}[31m }", "nw.json5:1: '\\u{1b}' stands where a value was expected"),
    (
      "{ listen: { mode: '0660',\n 'mode': '0600' } }",
      "nw.json5:2: the name 'mode' stands twice, first on line 1"
    ),
    (
      "{ store: 'a',\n\n \"st\\u006fre\": 'b' }",
      "nw.json5:3: the name 'store' stands twice, first on line 1"
    ),
    (
      "/*\n*/ {\n probes: [\n 'a' ] }",
      "nw.json5:4: probes[0]: is 'a'; expected an endpoint: "
        + "http://…, https://… or tcp://HOST:PORT"
    ),
    (String(repeating: "[", count: 100_000), "nw.json5:1: values are nested more than 16 deep"),
    (String(repeating: "{a:", count: 17), "nw.json5:1: values are nested more than 16 deep"),
    (String(repeating: " ", count: 1 << 20) + "{}", "nw.json5: the text has more than 1 MiB"),
    (
      "{ " + String(repeating: "x", count: 5000) + ": 1 }",
      "nw.json5:1: [\"" + String(repeating: "x", count: 60) + "…\"]: is no key that there is"
    ),
    (
      "{ listen: { socket: '/" + String(repeating: "s", count: 107) + "' } }",
      "nw.json5:1: listen.socket: is '/" + String(repeating: "s", count: 59) + "…'; expected a "
        + "socket: a path from the root without '.' and '..', of at most 107 bytes"
    ),
    (
      "{ probes: [" + String(repeating: "'a',", count: 17) + "] }",
      "nw.json5:1: probes: has 17 elements; expected at most 16 endpoints"
    ),
    (
      "{ listen: { tcpPort: 80 } }",
      "nw.json5: listen.tcpPort: needs listen.tokenFile too: a port is open to every program of "
        + "this host"
    ),
    (
      "{ family: 'ipv6', targets: ['192.0.2.1'] }",
      "nw.json5: targets: has no address of the family ipv6, only such as 192.0.2.1"
    ),
  ]

  /// The entries of a table.
  static func entries(_ table: String) -> [(String, String)] {
    var result: [(String, String)] = []
    for line in table.split(separator: "\n") {
      if !line.hasPrefix("  ") {
        result.append((String(line), ""))
      } else if let last = result.popLast() {
        let part = String(line.dropFirst(2))
        result.append((last.0, last.1.isEmpty ? part : "\(last.1) \(part)"))
      }
    }
    return result
  }
}
