import CNetlink

extension Link {
  /// Whether it is administratively up.
  package var isUp: Bool { has(IFF_UP) }

  /// Whether it leads nowhere but back to this host.
  package var isLoopback: Bool { has(IFF_LOOPBACK) }

  /// Whether its frames are Ethernet's.
  package var isEthernet: Bool { hardwareType == 1 }

  /// Whether it carries packets now.
  ///
  /// Carrier loss changes no route, and LOWER_UP alone lies: a veth whose peer is dead can show it. So
  /// the link has to be up, running, and of the operational state UP, or UNKNOWN, which is normal for
  /// tun, wireguard and lo; DORMANT is not ready (RFC 2863, ifOperStatus).
  package var isUsable: Bool {
    isUp && has(IFF_RUNNING)
      && (operstate == UInt8(IF_OPER_UP) || operstate == UInt8(IF_OPER_UNKNOWN))
  }

  /// Takes over fresh flags, and what they say of the operational state: the kernel sets IFF_RUNNING
  /// where it is UP or UNKNOWN, and only there (netif_oper_up in its sources).
  mutating func take(flags: UInt32) {
    self.flags = flags
    operstate = UInt8(has(IFF_RUNNING) ? IF_OPER_UNKNOWN : IF_OPER_DOWN)
  }

  private func has(_ flag: net_device_flags) -> Bool { flags & flag.rawValue != 0 }
}
