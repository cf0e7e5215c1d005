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
    for start in stride(from: 0, to: queries.count, by: Self.batchSize) {
      request.reset()
      for index in start..<min(start + Self.batchSize, queries.count) {
        request.append(queries[index])
      }
      try exchange { index, header, payload in
        body(start + index, RouteAnswer(header, payload))
      }
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
    append(family.number)
    append(UInt8(query.destination.bitWidth))
    append(UInt32(0))  // Source length, type of service, table, protocol.
    append(UInt16(0))  // Scope, type.
    // Without the flag IPv4 calls every table main; IPv6 always tells, and refuses the flag.
    let table = family == .ipv4 ? UInt32(RTM_F_LOOKUP_TABLE) : 0
    append(table | (query.fibMatch ? UInt32(RTM_F_FIB_MATCH) : 0))
  }
}
