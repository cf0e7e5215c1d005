import NetwatchCore
import NetwatchService
import Testing

@Suite struct GoodConfigurationTests {
  @Test("Without a file and without flags the defaults count")
  func takesDefaults() throws {
    #expect(try ServiceConfiguration(text: nil, file: "nw.json5") == ServiceConfiguration())
    #expect(try configured("{}") == ServiceConfiguration())
  }

  @Test("Whatever JSON5 allows in a text is read")
  func readsJSON5() throws {
    let configuration = try configured(
      "\u{FEFF}/* a */ {'store': \"a\\x2edb\", // b\r\n \"lossDelay\": +.5, targets: [ '2001:db8::1', ], "
        + "history: { maximum: 0x7d0, },\u{A0}http: { bodyLimit: 2e3 }, listen: { group: 5. } }"
    )
    #expect(configuration.store == .file("a.db"))
    #expect(configuration.monitor.lossDelay == .milliseconds(500))
    #expect(configuration.monitor.targets.map(\.description) == ["2001:db8::1"])
    #expect(configuration.history.maximum == 2000)
    #expect(configuration.http.bodyLimit == 2000)
    #expect(configuration.listen.group == .id(5))
  }

  @Test(
    "A comment and a line in quotes end at a line break of any kind",
    arguments: ["\n", "\r\n", "\r"]
  )
  func readsLineBreaks(ending: String) throws {
    let text = "{ // a\(ending) store: 'a\\\(ending)b' }"
    #expect(try configured(text).store == .file("ab"))
  }

  @Test("A pair of surrogates is one character, and a line in quotes can be continued")
  func readsEscapes() throws {
    let text = "{ http: { headers: { 'https://a': { A: 'x\\ud83d\\ude00\\\ny\\'' } } } }"
    #expect(try configured(text).http.headers["https://a"] == ["A": .text("x😀y'")])
  }

  @Test(
    "Credentials have the names that systemd takes",
    arguments: ["api-token", "api token", "a@b,c"]
  )
  func readsCredentials(name: String) throws {
    let text = "{ http: { headers: { 'https://a': { A: '@credential:\(name)' } } } }"
    #expect(try configured(text).http.headers["https://a"] == ["A": .credential(name)])
  }

  @Test(
    "Durations are texts with a unit, or seconds",
    arguments: [
      ("'250ms'", .milliseconds(250)), ("'7d'", .seconds(604_800)), ("3", .seconds(3)),
      ("0.25", .milliseconds(250)), ("0", .zero), ("1e300", DurationText.longest),
      ("'99999d'", DurationText.longest),
    ] as [(String, Duration)]
  )
  func readsDurations(text: String, duration: Duration) throws {
    #expect(try configured("{ lossDelay: \(text) }").monitor.lossDelay == duration)
  }

  @Test(
    "Stores are files and databases without a password",
    arguments: [
      ("a/b.db", .file("a/b.db")), ("/srv/a.db", .file("/srv/a.db")),
      ("postgres://u@h:5432/db", .postgres("postgres://u@h:5432/db")),
      (
        "postgresql:///db?passfile=/p&service=s",
        .postgres("postgresql:///db?passfile=/p&service=s")
      ),
    ] as [(String, StoreLocation)]
  )
  func readsStores(text: String, store: StoreLocation) throws {
    #expect(try configured("{ store: '\(text)' }").store == store)
  }

  @Test(
    "Origins are hosts with a port where it is not the usual one",
    arguments: [
      "https://a", "http://a.example:8080", "https://192.0.2.1", "https://a:80", "http://[::1]",
      "http://[2001:db8::1]:65535",
    ]
  )
  func readsOrigins(origin: String) throws {
    let configuration = try configured("{ http: { headers: { '\(origin)': { A: 'b' } } } }")
    #expect(configuration.http.headers == [origin: ["A": .text("b")]])
  }

  @Test(
    "What is no origin, or is written in another way than the usual one, is refused",
    arguments: [
      "", "a", "https://", "https://A", "HTTPS://a", "https://a/", "https://a:", "https://a:443",
      "http://a:80", "https://a:080", "https://a:0", "https://a:65536", "https://a:+1",
      "https://u@a", "https://[::1", "https://[::1]x", "https://[0::1]", "https://[192.0.2.1]",
      "https://a b", "https://ä", "ftp://a", "https://:1",
    ]
  )
  func refusesOrigins(origin: String) {
    let complaint = complaint(of: "{ http: { headers: { '\(origin)': { A: 'b' } } } }")
    #expect(complaint?.contains("is no origin") == true)
  }

  @Test("Administrators are names and numbers")
  func readsAdministrators() throws {
    let configuration = try configured("{ administrators: ['ops', 1000, '1001'] }")
    #expect(configuration.administrators == [.name("ops"), .id(1000), .id(1001)])
  }

  @Test("A template without more than a program has these defaults")
  func readsTemplates() throws {
    let configuration = try configured("{ exec: { templates: { sync: { program: '/bin/a' } } } }")
    let template = try #require(configuration.execTemplates["sync"])
    #expect(template.arguments.isEmpty && template.environment.isEmpty && template.needsInternet)
    #expect(template.workingDirectory == "/" && template.destination == "exec:sync")
    #expect(template.timeout == .seconds(3600))
  }
}
