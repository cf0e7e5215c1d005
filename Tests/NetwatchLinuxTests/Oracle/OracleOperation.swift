/// One step of the walk: what is done to the network.
enum OracleOperation: Sendable {
  /// Commands of `ip` in the client's namespace; one that fails stops nothing.
  case client([String])

  /// Rules, and routes that are the end of a packet, are deleted.
  case clear

  /// Commands of `ip` in the peer's namespace.
  case peer([String])

  /// A kernel parameter of the client's namespace.
  case parameter(String, String)

  /// A program opens a tun or tap device.
  case open(OracleDevice)

  /// The program closes it, and with it the device goes.
  case close(OracleDevice)

  /// The program says whether the device has a carrier.
  case carrier(OracleDevice, Bool)
}

extension OracleOperation: CustomStringConvertible {
  var description: String {
    switch self {
    case .client(let commands): commands.joined(separator: "; ")
    case .clear: "delete rules, and routes that are the end of a packet"
    case .peer(let commands): "in the peer: " + commands.joined(separator: "; ")
    case .parameter(let key, let value): "sysctl \(key)=\(value)"
    case .open(let device): "open \(device.name)"
    case .close(let device): "close \(device.name)"
    case .carrier(let device, let isOn): "carrier of \(device.name) \(isOn ? "on" : "off")"
    }
  }
}
