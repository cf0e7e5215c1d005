import NetwatchCore
import NetwatchService
import Testing

@Suite struct ExampleFileTests {
  @Test("The example says what the defaults are")
  func saysDefaults() throws {
    #expect(try configured(ExampleFile.text()) == ServiceConfiguration())
  }

  @Test("The examples in the example are right")
  func showsExamples() throws {
    let configuration = try configured(ExampleFile.completeText())
    #expect(configuration.listen.group == .name("netwatch"))
    #expect(configuration.listen.tcpPort == 7070)
    #expect(configuration.listen.tokenFile == "/etc/netwatch/token")
    #expect(configuration.monitor.interface == "eth0")
    #expect(configuration.monitor.family == .ipv4)
    #expect(
      configuration.http.headers == [
        "https://api.example.com": ["Authorization": .credential("api-token")]
      ]
    )
  }

  @Test("The template in the example is read as it stands")
  func showsTemplate() throws {
    let template = try configured(ExampleFile.completeText()).execTemplates["backup"]
    #expect(template?.program == "/usr/local/bin/backup")
    #expect(template?.workingDirectory == "/srv")
    #expect(template?.environment == ["LANG": "C.UTF-8"])
    #expect(template?.timeout == .seconds(3600))
    #expect(template?.destination == "backup.example.com")
    #expect(template?.needsInternet == true)
    let parameters = template?.arguments.compactMap { argument -> ExecParameter.Kind? in
      guard case .parameter(let parameter) = argument else { return nil }
      return parameter.kind
    }
    #expect(
      parameters == [
        .integer(0...9), .path(pattern: "/srv/*"), .word(pattern: nil),
        .choice(["full", "changes"]),
      ]
    )
  }

  @Test("The example has every key", arguments: ConfigurationKey.table.map(\.path))
  func hasKey(path: String) throws {
    var node = try JSON5Reader.read(Array(ExampleFile.completeText().utf8))
    for name in path.split(separator: ".") {
      guard case .object(let members) = node.value,
        let member = members.first(where: { $0.name == name })
      else {
        Issue.record("the example has no \(path)")
        return
      }
      node = member.node
    }
  }

  @Test("The documentation shows the example as it is")
  func standsInDocumentation() throws {
    let article = try ExampleFile.read(
      "Sources/NetwatchService/Documentation.docc/Configuration.md"
    )
    #expect(article.contains("```\n\(try ExampleFile.text())```\n"))
  }
}
