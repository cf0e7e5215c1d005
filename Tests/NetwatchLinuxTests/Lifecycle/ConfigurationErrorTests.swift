import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

private typealias Configuration = LinuxConnectivityManager.Configuration

@Suite(.timeLimit(.minutes(1)))
struct ConfigurationErrorTests {
  /// A configuration that says something impossible, and the words that its error has to contain.
  struct Case: Sendable, CustomTestStringConvertible {
    var words: [String]
    var configuration: LinuxConnectivityManager.Configuration

    var testDescription: String { words.joined(separator: " … ") }
  }

  private static let cases: [Case] = [
    Case(words: ["probeInterval", "1.0 seconds"], configuration: .init(probeInterval: .zero)),
    Case(words: ["probeInterval"], configuration: .init(probeInterval: .seconds(-1))),
    Case(words: ["probeInterval", "ten years"], configuration: .init(probeInterval: longest)),
    Case(words: ["probeTimeout"], configuration: .init(probeTimeout: .zero)),
    Case(words: ["probeTimeout"], configuration: .init(probeTimeout: .nanoseconds(-1))),
    Case(words: ["probeTimeout", "ten years"], configuration: .init(probeTimeout: longest)),
    Case(words: ["lossDelay"], configuration: .init(lossDelay: .milliseconds(-1))),
    Case(words: ["lossDelay", "ten years"], configuration: .init(lossDelay: longest)),
    Case(words: ["recoveryDelay"], configuration: .init(recoveryDelay: .seconds(Int64.min))),
    Case(words: ["recoveryDelay", "ten years"], configuration: .init(recoveryDelay: longest)),
    Case(words: ["failureThreshold"], configuration: .init(failureThreshold: 0)),
    Case(words: ["failureThreshold"], configuration: .init(failureThreshold: .min)),
    Case(words: ["families"], configuration: .init(families: [])),
    Case(
      words: ["lookupAddresses", "16"],
      configuration: .init(lookupAddresses: (1...17).map { IPAddress(ipv4: 0x0808_0800 + $0) })
    ),
    Case(words: ["127.0.0.1"], configuration: .init(lookupAddresses: [address("127.0.0.1")])),
    Case(words: ["::1"], configuration: .init(lookupAddresses: [address("::1")])),
    Case(words: ["0.0.0.0"], configuration: .init(lookupAddresses: [address("0.0.0.0")])),
    Case(words: ["fe80::1"], configuration: .init(lookupAddresses: [address("fe80::1")])),
    Case(words: ["169.254.1.1"], configuration: .init(lookupAddresses: [address("169.254.1.1")])),
    Case(
      words: ["lookupAddresses", "families"],
      configuration: .init(families: [.ipv6], lookupAddresses: [address("8.8.8.8")])
    ),
    Case(words: ["ftp://x"], configuration: .init(probes: [.http("ftp://x")])),
    Case(
      words: ["tcp://x:0", "from 1 to 65535"],
      configuration: .init(probes: [.tcp(host: "x", port: 0)])
    ),
    Case(words: ["status"], configuration: .init(probes: [.http("http://x/", status: 0)])),
  ]

  private static let longest = Duration.seconds(Int64.max)

  private static func address(_ text: String) -> IPAddress {
    IPAddress(parsing: text) ?? IPAddress(ipv4: 0)
  }

  @Test(arguments: Self.cases)
  func `an impossible configuration is refused in a sentence`(_ impossible: Case) {
    let error = #expect(throws: ConnectivityError.self) {
      try LinuxConnectivityManager(configuration: impossible.configuration)
    }
    #expect(error?.code == .configuration)
    let sentence = error?.description ?? ""
    for word in impossible.words { #expect(sentence.contains(word)) }
  }

  @Test(arguments: [.seconds(315_360_000), .zero] as [Duration])
  func `the longest and the shortest delays are taken`(delay: Duration) throws {
    let configuration = LinuxConnectivityManager.Configuration(
      lossDelay: delay,
      recoveryDelay: delay
    )
    _ = try LinuxConnectivityManager(configuration: configuration)
  }

  @Test(arguments: [
    NetworkNamespace.named("nw-none"), .named("../nw"), .named(""), .path("/nw-none"),
    .path("/etc/passwd"), .process(-1), .process(.max),
  ])
  func `a namespace that is not there is named`(_ namespace: NetworkNamespace) {
    let error = #expect(throws: ConnectivityError.self) {
      try LinuxConnectivityManager(configuration: .init(namespace: namespace))
    }
    #expect(error?.code == .namespace)
    #expect(error?.description.contains("namespace") == true)
  }

  @Test(arguments: [
    "", String(repeating: "x", count: 128), "a/b", "a b", "a\tb", "a:b", "a\0b", ".", "..",
    String(repeating: "ä", count: 64),
  ])
  func `what cannot be the name of an interface is refused`(name: String) {
    let error = #expect(throws: ConnectivityError.self) {
      try LinuxConnectivityManager(configuration: .init(interface: name))
    }
    #expect(error?.code == .configuration)
    #expect(error?.description == "'\(name)' is no name of a network interface")
  }

  @Test(arguments: ["nw-none0", "an-alternative-name-that-nobody-has"])
  func `an interface that is not there is named`(_ interface: String) {
    let error = #expect(throws: ConnectivityError.self) {
      try LinuxConnectivityManager(configuration: .init(interface: interface))
    }
    #expect(error?.code == .interface)
    #expect(error?.description.contains(interface) == true)
  }

  @Test func `a probe with an impossible configuration is refused`() async {
    let error = await #expect(throws: ConnectivityError.self) {
      try await LinuxConnectivityManager.probe(configuration: .init(probeTimeout: .zero))
    }
    #expect(error?.code == .configuration)
  }
}
