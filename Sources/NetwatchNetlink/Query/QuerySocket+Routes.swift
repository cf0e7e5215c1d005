import CNetlink
import NetwatchCore

extension QuerySocket {
  /// Asks what the kernel would do with a packet.
  package mutating func route(to query: RouteQuery) throws(NetlinkError) -> RouteAnswer {
    var answer = RouteAnswer.notUnderstood
    request.reset()
    request.append(query)
    try exchange { _, header, payload in answer = RouteAnswer(header, payload) }
    return answer
  }

  /// Asks about several packets at once: a system call to ask, and one to hear, for every sixteen.
  ///
  /// - Parameters:
  ///   - queries: The questions.
  ///   - body: Is called with each answer and the place of its question, in order.
  /// - Throws: Why nothing could be asked or heard; answers heard before stay good.
  package mutating func routes(
    to queries: Span<RouteQuery>,
    _ body: (_ index: Int, _ answer: RouteAnswer) -> Void
  ) throws(NetlinkError) {
    var start = 0
    while start < queries.count {
      let end = min(start + Self.batchSize, queries.count)
      request.reset()
      for index in start..<end { request.append(queries[index]) }
      try exchange { index, header, payload in
        body(start + index, RouteAnswer(header, payload))
      }
      start = end
    }
  }
}

extension RequestBuffer {
  fileprivate mutating func append(_ query: RouteQuery) {
    append(type: RTM_GETROUTE) { request in
      request.append(routeHeader: query)
      request.appendAttribute(Int(RTA_DST.rawValue), query.destination)
      if let interface = query.interface {
        request.appendAttribute(Int(RTA_OIF.rawValue), interface)
      }
      if let mark = query.mark { request.appendAttribute(Int(RTA_MARK.rawValue), mark) }
      if let uid = query.uid { request.appendAttribute(Int(RTA_UID.rawValue), uid) }
    }
  }

  /// Appends `struct rtmsg`.
  private mutating func append(routeHeader query: RouteQuery) {
    let family = query.destination.family
    var header = rtmsg()
    header.rtm_family = family.number
    header.rtm_dst_len = UInt8(query.destination.bitWidth)
    // Without the flag IPv4 calls every table main; IPv6 always tells, and refuses the flag.
    let table = family == .ipv4 ? UInt32(RTM_F_LOOKUP_TABLE) : 0
    header.rtm_flags = table | (query.fibMatch ? UInt32(RTM_F_FIB_MATCH) : 0)
    append(header)
  }
}
