internal import NetwatchNetlink

extension Link {
  var isBridge: Bool { kind == "bridge" }

  /// Whether it is a bridge that does not say whether it has a port.
  ///
  /// A bridge begins with a carrier and the operational state UNKNOWN, and keeps both until a port has
  /// come and gone: with a first port that works nothing changes, and without one packets end here.
  var isBridgeOfUnknownState: Bool { isBridge && operstate == 0 }
}
