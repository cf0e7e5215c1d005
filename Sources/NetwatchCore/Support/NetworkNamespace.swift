/// A network namespace other than the process's own, named in one of the ways people name it.
public enum NetworkNamespace: Hashable, Sendable {
  /// The namespace that `ip netns` knows by this name: /run/netns/NAME (ip-netns(8)).
  case named(String)

  /// The namespace that a file refers to: a bind mount, or a link in /proc/PID/ns.
  case path(String)

  /// The namespace that a process is in.
  case process(Int32)
}
