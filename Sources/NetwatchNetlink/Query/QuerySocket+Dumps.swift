import CNetlink
package import NetwatchCore

extension QuerySocket {
  /// How often a listing is repeated that changed under the kernel's hands.
  private static let dumpAttempts = 5

  /// Lists the links.
  ///
  /// - Parameter limit: How many to keep.
  /// - Returns: The links.
  /// - Throws: Why the kernel did not list them.
  package mutating func links(limit: Int = 10_000) throws(NetlinkError) -> Dump<Link> {
    try dump(limit: limit, of: RTM_NEWLINK, read: { Link($0) }) { request in
      request.append(type: RTM_GETLINK, flags: NLM_F_DUMP) { $0.appendLinkBody(index: 0) }
    }
  }

  /// Lists the addresses of IPv4 and IPv6.
  ///
  /// - Parameter limit: How many to keep.
  /// - Returns: The addresses.
  /// - Throws: Why the kernel did not list them.
  package mutating func addresses(
    limit: Int = 10_000
  ) throws(NetlinkError) -> Dump<InterfaceAddress> {
    try dump(limit: limit, of: RTM_NEWADDR, read: { InterfaceAddress($0) }) { request in
      request.append(type: RTM_GETADDR, flags: NLM_F_DUMP) { $0.append(UInt64(0)) }
    }
  }

  /// Lists the unicast routes of a family, from all tables, and uses the socket up: the kernel begins no
  /// other listing before one has been read to its end, and a million routes are not worth that.
  ///
  /// - Parameters:
  ///   - family: The family.
  ///   - limit: How many to read.
  /// - Returns: The routes, those of each table from the shortest prefix on. It may have changed
  ///   meanwhile.
  /// - Throws: Why the kernel did not list them.
  package consuming func unicastRoutes(
    of family: AddressFamily,
    limit: Int
  ) throws(NetlinkError) -> Dump<RouteEntry> {
    request.reset()
    request.append(type: RTM_GETROUTE, flags: NLM_F_DUMP) { request in
      // `struct rtmsg`: the family, and the type of route behind lengths, table, protocol and scope.
      request.append(UInt64(family.number) | UInt64(RTN_UNICAST) << 56)
      request.append(UInt32(0))
    }
    return try collect(limit: limit, of: RTM_NEWROUTE, isWhole: false) { payload in
      RouteEntry(payload).flatMap { $0.kind == .unicast ? $0 : nil }
    }
  }

  private mutating func dump<Element>(
    limit: Int,
    of type: Int,
    read: (RawSpan) -> Element?,
    ask: (inout RequestBuffer) -> Void
  ) throws(NetlinkError) -> Dump<Element> {
    var dump = Dump<Element>()
    for _ in 0..<Self.dumpAttempts {
      request.reset()
      ask(&request)
      dump = try collect(limit: limit, of: type, read: read)
      if dump.isConsistent { break }
    }
    return dump
  }

  /// Reads one listing to its end, even beyond the limit: the kernel begins no second one before.
  ///
  /// What need not be whole ends where the limit is passed.
  private mutating func collect<Element>(
    limit: Int,
    of type: Int,
    isWhole: Bool = true,
    read: (RawSpan) -> Element?
  ) throws(NetlinkError) -> Dump<Element> {
    var dump = Dump<Element>()
    var failure: CInt = 0
    let sequence = request.firstSequence
    try send()
    try receive { header, payload in
      guard header.sequence == sequence else { return false }
      if header.isInterrupted { dump.isConsistent = false }
      if Int(header.type) == type { dump.append(read(payload), limit: limit) }
      if !isWhole, !dump.isComplete { return true }
      guard let code = endOfDump(header, payload) else { return false }
      failure = code
      return true
    }
    guard failure == 0 else { throw NetlinkError(.describe, code: failure, operand: "all") }
    return dump
  }
}

/// The error number with which a message ends a listing, 0 for a good end, nil where it does not.
private func endOfDump(_ header: MessageHeader, _ payload: RawSpan) -> CInt? {
  if let error = ErrorMessage(header, payload) { return error.code }
  guard CInt(header.type) == NLMSG_DONE else { return nil }
  let status = payload.field(at: 0, as: CInt.self) ?? 0
  return status < 0 ? (status == .min ? .max : -status) : 0
}

extension Dump {
  fileprivate mutating func append(_ element: Element?, limit: Int) {
    guard let element else { return }
    guard elements.count < limit else { return isComplete = false }
    elements.append(element)
  }
}
