import NetwatchCore
import NetwatchSystem
import Testing

@testable import NetwatchService

/// Which addresses jobs may ask.
struct AddressRuleTests {
  private func address(_ text: String) throws -> IPAddress {
    try #require(IPAddress(numeric: text))
  }

  @Test(
    "An address is refused for what it is, in whatever it is wrapped",
    arguments: [
      ("127.0.0.1", AddressClass.loopback), ("127.255.255.254", .loopback), ("::1", .loopback),
      ("0.0.0.0", .unspecified), ("0.1.2.3", .unspecified), ("::", .unspecified),
      ("169.254.0.1", .linkLocal), ("169.254.255.255", .linkLocal), ("fe80::1", .linkLocal),
      ("febf:ffff::1", .linkLocal), ("169.254.169.254", .metadata), ("169.254.170.2", .metadata),
      ("169.254.170.23", .metadata), ("100.100.100.200", .metadata), ("168.63.129.16", .metadata),
      ("192.0.0.192", .metadata), ("fd00:ec2::254", .metadata), ("fd00:ec2::23", .metadata),
      ("fd20:ce::254", .metadata), ("fd00:c1::a9fe:a9fe", .metadata), ("fd00:42::42", .metadata),
      ("224.0.0.1", .multicast), ("239.255.255.255", .multicast), ("ff02::1", .multicast),
      ("255.255.255.255", .broadcast), ("240.0.0.1", .reserved), ("255.255.255.254", .reserved),
      // IPv4-mapped, -translated and -compatible.
      ("::ffff:127.0.0.1", .loopback), ("::ffff:169.254.169.254", .metadata),
      ("::ffff:0:127.0.0.1", .loopback), ("::127.0.0.1", .loopback),
      ("::ffff:0.0.0.0", .unspecified),
      // NAT64, by the well-known prefix and by one of one's own.
      ("64:ff9b::127.0.0.1", .loopback), ("64:ff9b::a9fe:a9fe", .metadata),
      ("64:ff9b:1::169.254.169.254", .metadata), ("64:ff9b:1:7f00:0:100::", .loopback),
      // 6to4, Teredo's server and client, ISATAP.
      ("2002:7f00:1::", .loopback), ("2002:a9fe:a9fe::1", .metadata),
      ("2001:0:7f00:1::", .loopback), ("2001:0:4136:e378:8000:63bf:80ff:fffe", .loopback),
      ("2606:2800:220:1:0:5efe:127.0.0.1", .loopback),
      ("2606:2800:220:1:200:5efe:169.254.169.254", .metadata),
    ]
  )
  func refused(text: String, kind: AddressClass) throws {
    #expect(AddressRule(HTTPJobSettings()).refusal(of: try address(text)) == kind)
  }

  @Test(
    "An address of the internet, or of a private network, may be asked",
    arguments: [
      "1.1.1.1", "93.184.216.34", "126.255.255.255", "128.0.0.1", "1.0.0.0", "168.63.129.17",
      "169.253.255.255", "169.255.0.0", "223.255.255.255", "100.100.100.201", "10.0.0.1",
      "172.31.255.255", "192.168.0.1", "100.64.0.1", "2606:2800:220:1::1", "fd00::1", "fec0::1",
      "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::1", "2001:db8::1",
      "2001:0:4136:e378:8000:63bf:3fff:fdd2", "fdff::254",
    ]
  )
  func permitted(text: String) throws {
    #expect(AddressRule(HTTPJobSettings()).refusal(of: try address(text)) == nil)
  }

  @Test(
    "Private networks can be left out",
    arguments: [
      ("10.0.0.1", true), ("172.16.0.1", true), ("172.31.255.255", true), ("192.168.255.1", true),
      ("100.64.0.1", true), ("100.127.255.255", true), ("198.18.0.1", true), ("192.0.0.1", true),
      ("fc00::1", true), ("fdff::1", true), ("fec0::1", true), ("::ffff:10.0.0.1", true),
      ("64:ff9b::a00:1", true), ("64:ff9b:1::101:101", true), ("9.255.255.255", false),
      ("11.0.0.0", false), ("172.15.255.255", false), ("172.32.0.0", false), ("192.167.1.1", false),
      ("192.169.1.1", false), ("100.63.255.255", false), ("100.128.0.0", false),
      ("198.17.255.255", false), ("198.20.0.0", false), ("fe00::1", false), ("fbff::1", false),
    ]
  )
  func privateNetworks(text: String, isPrivate: Bool) throws {
    var settings = HTTPJobSettings()
    settings.allowsPrivate = false
    let refusal = AddressRule(settings).refusal(of: try address(text))
    #expect(refusal == (isPrivate ? .privateNetwork : nil))
  }

  @Test func `each permission lets its own class through and no other`() throws {
    let addresses = try ["127.0.0.1", "169.254.1.1", "169.254.169.254", "0.0.0.0", "224.0.0.1"]
      .map(address)
    func refusals(_ set: (inout HTTPJobSettings) -> Void) -> [AddressClass?] {
      var settings = HTTPJobSettings()
      set(&settings)
      return addresses.map { AddressRule(settings).refusal(of: $0) }
    }
    let rest: [AddressClass?] = [.unspecified, .multicast]
    #expect(refusals { $0.allowsLoopback = true } == [nil, .linkLocal, .metadata] + rest)
    #expect(refusals { $0.allowsLinkLocal = true } == [.loopback, nil, .metadata] + rest)
    #expect(refusals { $0.allowsMetadata = true } == [.loopback, .linkLocal, nil] + rest)
  }

  @Test func `an address of this host's interfaces is this host`() throws {
    let own = try address("203.0.113.7")
    let mapped = try address("::ffff:203.0.113.7")
    var settings = HTTPJobSettings()
    let strict = AddressRule(settings)
    #expect(strict.refusal(of: own) { $0 == own } == .loopback)
    #expect(strict.refusal(of: mapped) { $0 == own } == .loopback)
    settings.allowsLoopback = true
    #expect(AddressRule(settings).refusal(of: own) { $0 == own } == nil)
    #expect(HostAddresses.contain(try address("127.0.0.1")))
    #expect(!HostAddresses.contain(own))
    // Nothing is told: it may be one.
    #expect(HostAddresses.contain(own) { _ in -1 })
  }

  @Test func `a refusal says what would allow it`() {
    #expect(
      AddressClass.loopback.refusal
        == "it is an address of this host, which http.allowLoopback does not allow"
    )
    let keys = AddressClass.allCases.compactMap(\.key)
    #expect(keys.allSatisfy { key in ConfigurationKey.table.contains { $0.path == key } })
  }
}
