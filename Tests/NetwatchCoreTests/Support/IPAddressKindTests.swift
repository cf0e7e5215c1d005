import NetwatchCore
import Testing

@Suite struct IPAddressKindTests {
  @Test(arguments: [
    (IPAddress(ipv4: 0x7F00_0000), true), (IPAddress(ipv4: 0x7FFF_FFFF), true),
    (IPAddress(ipv4: 0x7EFF_FFFF), false), (IPAddress(ipv4: 0x8000_0000), false),
    (IPAddress(ipv4: 1), false), (IPAddress(ipv6: 0, 1), true), (IPAddress(ipv6: 0, 2), false),
    (IPAddress(ipv6: 0, 0), false), (IPAddress(ipv6: 1, 1), false),
    (IPAddress(ipv6: 0, 0xFFFF_7F00_0001), true), (IPAddress(ipv6: 0, 0xFFFF_7FFF_FFFF), true),
    (IPAddress(ipv6: 0, 0xFFFF_8000_0000), false), (IPAddress(ipv6: 0, 0x7F00_0001), false),
    (IPAddress(ipv6: 1, 0xFFFF_7F00_0001), false),
  ])
  func `loopback is 127 slash 8 and its mapped twin and one`(address: IPAddress, expected: Bool) {
    #expect(address.isLoopback == expected)
  }

  @Test(arguments: [
    (IPAddress(ipv4: 0xA9FE_0000), true), (IPAddress(ipv4: 0xA9FE_FFFF), true),
    (IPAddress(ipv4: 0xA9FD_FFFF), false), (IPAddress(ipv4: 0xA9FF_0000), false),
    (IPAddress(ipv6: 0xFE80 << 48, 1), true), (IPAddress(ipv6: 0xFEBF << 48, 1), true),
    (IPAddress(ipv6: 0xFE7F << 48, 1), false), (IPAddress(ipv6: 0xFEC0 << 48, 1), false),
    (IPAddress(ipv6: 0, 0xA9FE_0000), false), (IPAddress(ipv6: 0xFF02 << 48, 1), false),
  ])
  func `addresses of one link only are told from others`(address: IPAddress, expected: Bool) {
    #expect(address.isLinkLocal == expected)
  }

  @Test(arguments: [
    (IPAddress(ipv4: 0), true), (IPAddress(ipv6: 0, 0), true), (IPAddress(ipv4: 1), false),
    (IPAddress(ipv6: 0, 1), false), (IPAddress(ipv6: 1, 0), false),
  ])
  func `only the address of zeros is unspecified`(address: IPAddress, expected: Bool) {
    #expect(address.isUnspecified == expected)
  }

  @Test(arguments: [
    (IPAddress(ipv4: 0xE000_0000), true), (IPAddress(ipv4: 0xEFFF_FFFF), true),
    (IPAddress(ipv4: 0xDFFF_FFFF), false), (IPAddress(ipv4: 0xF000_0000), false),
    (IPAddress(ipv4: .max), true), (IPAddress(ipv6: 0xFF02 << 48, 1), true),
    (IPAddress(ipv6: 0xFE80 << 48, 1), false), (IPAddress(ipv6: 0, 0xE000_0001), false),
  ])
  func `groups of hosts are told from single ones`(address: IPAddress, expected: Bool) {
    #expect(address.isMulticast == expected)
  }

  @Test func `addresses of different families are never equal`() {
    #expect(IPAddress(ipv4: 1) != IPAddress(ipv6: 0, 1))
    #expect(IPAddress(ipv4: 1).bitWidth == 32)
    #expect(IPAddress(ipv6: 0, 1).bitWidth == 128)
  }
}
