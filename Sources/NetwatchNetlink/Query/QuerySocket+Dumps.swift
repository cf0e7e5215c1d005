import CNetlink

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
  private mutating func collect<Element>(
    limit: Int,
    of type: Int,
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
