/// Documents as the service writes them.
enum Samples {
  static func state(_ sequence: Int, level: String = "full") -> String {
    """
    {"time":"2026-11-29T23:59:01.123456Z","sequence":\(sequence),"connectionAssumedAvailable":true,\
    "level":"\(level)","since":"2026-11-29T23:59:01.123456Z","generation":1,\
    "ipv4":{"reachable":true,"interface":"eth0","index":4,"gateway":"192.0.2.1","source":"192.0.2.2"},\
    "ipv6":{"reachable":false,"reason":"noRoute"},"cause":"start","explanation":"default route",\
    "counters":{"messages":0,"evaluations":1,"overruns":0,"probes":0},"mode":"netlink"}
    """
  }

  static func job(_ id: Int, state: String = "ready") -> String {
    "{\(jobMembers(id, state: state))}"
  }

  static func jobMembers(_ id: Int, state: String = "ready") -> String {
    """
    "id":\(id),"kind":"http","destination":"https://api.example:443","owner":"1000",\
    "state":"\(state)","parked":false,"priority":"normal","requirement":"internet","attempt":2,\
    "created":"2026-11-29T23:59:01.123456Z","reason":"backoff"
    """
  }
}
