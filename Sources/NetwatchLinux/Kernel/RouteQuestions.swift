internal import NetwatchCore
internal import NetwatchNetlink

/// Questions about routes that go to the kernel together, and its answers.
struct RouteQuestions: Sendable {
  private var queries: [RouteQuery] = []
  private var answers: [RouteAnswer] = []

  var isEmpty: Bool { queries.isEmpty }
  var count: Int { queries.count }

  /// The question at a place.
  subscript(index: Int) -> RouteQuery { queries[index] }

  mutating func removeAll() {
    queries.removeAll(keepingCapacity: true)
    answers.removeAll(keepingCapacity: true)
  }

  /// Asks about the addresses that a family's verdict is likely to need.
  mutating func ask(_ order: LookupOrder, by interface: Int32?) {
    ask(order.preferred, by: interface)
    // The source address by the leg of last time: if the route has not changed, that saves a turn.
    if let leg = order.lastLeg { queries.append(.source(towards: order.preferred, by: leg)) }
    ask(order.likely, by: interface)
  }

  /// Asks about several addresses.
  mutating func ask(_ addresses: ArraySlice<IPAddress>, by interface: Int32?) {
    for address in addresses { ask(address, by: interface) }
  }

  /// Asks for the entry of the table that matches an address, with all its legs.
  private mutating func ask(_ address: IPAddress, by interface: Int32?) {
    queries.append(RouteQuery(destination: address, interface: interface, fibMatch: true))
  }

  /// Sends the questions, and takes the answers in.
  mutating func send(_ socket: inout QuerySocket) throws(NetlinkError) {
    var received = answers
    answers = []
    try socket.routes(to: queries.span) { _, answer in received.append(answer) }
    answers = received
  }

  /// The answer to the question at a place.
  func answer(_ index: Int) -> RouteAnswer {
    index < answers.count ? answers[index] : .refused(errno: 0, message: nil)
  }

  /// The answer about a source address, where it was asked for.
  func source(towards address: IPAddress, by interface: Int32) -> RouteAnswer? {
    for index in queries.indices
    where queries[index].isAboutSource(towards: address, by: interface) {
      return answer(index)
    }
    return nil
  }
}

extension RouteQuery {
  /// Whether the question is for a route of a family, and not for a source address.
  func isAbout(_ family: AddressFamily) -> Bool { fibMatch && destination.family == family }

  /// Whether the question is for the source address of a packet that leaves by an interface.
  func isAboutSource(towards address: IPAddress, by interface: Int32) -> Bool {
    !fibMatch && self.interface == interface && destination == address
  }

  /// The question for the source address of a packet that leaves by an interface.
  ///
  /// Only a plain lookup names it, and only one that is bound to the interface: an unbound one chooses
  /// the leg of a multipath route by a hash, dead ones too.
  static func source(towards address: IPAddress, by interface: Int32) -> RouteQuery {
    RouteQuery(destination: address, interface: interface)
  }
}
