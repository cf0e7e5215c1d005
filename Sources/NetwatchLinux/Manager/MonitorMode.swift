/// How a monitor learns of changes.
public enum MonitorMode: String, Hashable, Sendable {
  /// The kernel tells it (rtnetlink(7)).
  case netlink

  /// It looks every 5 s, because netlink is refused here.
  case polling
}
