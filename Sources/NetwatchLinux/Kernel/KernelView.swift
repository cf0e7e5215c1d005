internal import Glibc
internal import NetwatchCore
internal import NetwatchNetlink

/// Asks the kernel what it would do with a packet of each family, and makes a snapshot of the answers.
///
/// A family is reachable when, for one of the lookup addresses, the matching route has a leg whose
/// link is usable, and a packet that leaves by it would get a source address that is good beyond the
/// link.
///
/// It is asked at every message of the kernel's, and the answer is awaited by whoever waits for the
/// network: so the questions go out together, the likely ones first, and nothing is allocated.
struct KernelView: ~Copyable {
  var socket: QuerySocket
  let namespace: NamespaceDescriptor?
  var binding: InterfaceBinding?
  private var candidates: FamilyPair<LookupOrder?>
  var underlay = UnderlayMemory()
  /// Links seen in the evaluation under way; usually both families leave by one.
  private var links = LinkMemory()
  private var questions = RouteQuestions()

  static func open(
    _ configuration: LinuxConnectivityManager.Configuration,
    in namespace: NamespaceDescriptor?
  ) throws(NetlinkError) -> KernelView {
    KernelView(
      socket: try QuerySocket.open(in: namespace),
      namespace: namespace,
      configuration: configuration
    )
  }

  private init(
    socket: consuming QuerySocket,
    namespace: NamespaceDescriptor?,
    configuration: LinuxConnectivityManager.Configuration
  ) {
    self.socket = socket
    self.namespace = namespace
    candidates = FamilyPair(
      ipv4: LookupOrder(configuration, family: .ipv4),
      ipv6: LookupOrder(configuration, family: .ipv6)
    )
    binding = configuration.interface.map { InterfaceBinding(name: $0) }
  }

  /// Asks about both families.
  mutating func snapshot() throws(NetlinkError) -> Snapshot {
    links.forget()
    underlay.evaluationBegan()
    if binding != nil, try !bindInterface() {
      return Snapshot(ipv4: verdictWithoutInterface(.ipv4), ipv6: verdictWithoutInterface(.ipv6))
    }
    var verdicts = FamilyPair(both: Verdict.unreachable(.disabled))
    try askPreferred(&verdicts)
    try askOthers(&verdicts)
    return Snapshot(ipv4: verdicts.ipv4, ipv6: verdicts.ipv6)
  }

  /// Whether the interface that alone counts is there; true where any counts.
  mutating func hasInterface() throws(NetlinkError) -> Bool {
    links.forget()
    return try bindInterface()
  }

  /// Goes on with a new socket.
  mutating func reopen() throws(NetlinkError) {
    socket = try QuerySocket.open(in: namespace)
  }

  /// The lookup addresses of a family.
  func addresses(of family: AddressFamily) -> [IPAddress] { candidates[family]?.addresses ?? [] }

  /// Links are gone: one that comes with the same index is another one.
  mutating func linksDeleted(_ indexes: [Int32]) {
    binding?.linksDeleted(indexes)
    underlay.linksDeleted(indexes)
  }
}

// MARK: - Asking

extension KernelView {
  /// The address of each family that was reachable last is most likely to be reachable now.
  private mutating func askPreferred(_ verdicts: inout FamilyPair<Verdict>) throws(NetlinkError) {
    questions.removeAll()
    for family in AddressFamily.allCases {
      guard let order = candidates[family] else { continue }
      questions.ask(order.preferred, by: binding?.index)
      guard let leg = order.lastLeg else { continue }
      // The source address by the leg of last time: if the route has not changed, that saves a turn.
      questions.askSource(towards: order.preferred, by: leg)
    }
    try questions.send(&socket)
    for family in AddressFamily.allCases where candidates[family] != nil {
      try judge(family, into: &verdicts)
    }
  }

  /// The others are asked only where the first one does not settle the matter.
  private mutating func askOthers(_ verdicts: inout FamilyPair<Verdict>) throws(NetlinkError) {
    questions.removeAll()
    for family in AddressFamily.allCases where !verdicts[family].isReachable {
      for address in candidates[family]?.others ?? [] { questions.ask(address, by: binding?.index) }
    }
    guard !questions.isEmpty else { return }
    try questions.send(&socket)
    for family in AddressFamily.allCases where !verdicts[family].isReachable {
      try judge(family, into: &verdicts)
    }
  }

  /// Judges the answers about a family until one of them says that it is reachable.
  private mutating func judge(
    _ family: AddressFamily,
    into verdicts: inout FamilyPair<Verdict>
  ) throws(NetlinkError) {
    for index in 0..<questions.count where questions[index].isAbout(family) {
      let verdict = try verdict(for: questions[index].destination, questions.answer(index))
      verdicts[family] = verdict.orMoreTelling(verdicts[family])
      guard let path = verdict.path else { continue }
      candidates[family]?.reached(questions[index].destination, by: path)
      return
    }
  }
}

// MARK: - Judging

extension KernelView {
  private mutating func verdict(
    for address: IPAddress,
    _ answer: RouteAnswer
  ) throws(NetlinkError) -> Verdict {
    switch answer {
    case .refused(EPERM, _): throw NetlinkError(.describe, code: EPERM, operand: "routes")
    case .refused(let code, _):
      return .unreachable(UnreachableReason(errno: code, isBound: binding != nil))
    case .route(let entry):
      if let reason = UnreachableReason(route: entry.kind) { return .unreachable(reason) }
      return try verdict(for: address, by: entry)
    }
  }

  /// The first leg that works decides; where none does, the most telling reason of any.
  private mutating func verdict(
    for address: IPAddress,
    by entry: RouteEntry
  ) throws(NetlinkError) -> Verdict {
    guard let leg = entry.leg else { return try verdict(for: address, byObject: entry) }
    // Most routes have one leg, for which no list need be made.
    if entry.otherLegs.isEmpty { return try verdict(for: address, by: entry, leg: leg) }
    let legs = ([leg] + entry.otherLegs).inLastingOrder
    return try verdict(for: address, by: entry, legs: legs)
  }

  /// A route of which the kernel names only the nexthop object.
  private mutating func verdict(
    for address: IPAddress,
    byObject entry: RouteEntry
  ) throws(NetlinkError) -> Verdict {
    guard let id = entry.nexthopID, let nexthop = try socket.nexthop(id) else {
      return .unreachable(.noRoute)
    }
    if nexthop.isBlackhole { return .unreachable(.blackhole) }
    return try verdict(for: address, by: entry, legs: nexthop.legs)
  }

  private mutating func verdict(
    for address: IPAddress,
    by entry: RouteEntry,
    legs: [RouteLeg]
  ) throws(NetlinkError) -> Verdict {
    var verdict = Verdict.unreachable(.noRoute)
    for leg in legs where !verdict.isReachable {
      verdict = try self.verdict(for: address, by: entry, leg: leg).orMoreTelling(verdict)
    }
    return verdict
  }

  private mutating func verdict(
    for address: IPAddress,
    by entry: RouteEntry,
    leg: RouteLeg
  ) throws(NetlinkError) -> Verdict {
    guard let link = try link(leg.interface), !link.isLoopback else {
      return .unreachable(.noRoute)
    }
    guard link.isUp else { return .unreachable(.linkDown) }
    guard link.isUsable, !leg.isDead, try hasPort(link) else { return .unreachable(.noCarrier) }
    guard try hasUnderlay(link) else { return .unreachable(.underlayDown) }
    guard let source = try source(towards: address, by: leg) else {
      return .unreachable(.noAddress)
    }
    return .reachable(
      Egress(
        path: leg.path(of: address.family),
        interfaceName: link.name,
        source: source,
        table: entry.table,
        metric: entry.metric
      )
    )
  }

  /// The address that a packet would get which leaves by this leg.
  private mutating func source(
    towards address: IPAddress,
    by leg: RouteLeg
  ) throws(NetlinkError) -> IPAddress? {
    let bound = try sourceAnswer(towards: address, by: leg.interface).entry
    if let bound, bound.leg?.gateway == leg.gateway { return bound.usableSource }
    // A policy rule can refuse what is bound to the interface, or lead it another way than the rest.
    let free = binding == nil ? try socket.route(to: RouteQuery(destination: address)).entry : nil
    let entry = free?.leg?.interface == leg.interface ? free : bound
    return entry?.usableSource
  }
}

// MARK: - Sources and links

extension KernelView {
  private mutating func sourceAnswer(
    towards address: IPAddress,
    by interface: Int32
  ) throws(NetlinkError) -> RouteAnswer {
    if let answer = questions.source(towards: address, by: interface) { return answer }
    return try socket.route(to: .source(towards: address, by: interface))
  }

  private mutating func link(_ index: Int32) throws(NetlinkError) -> Link? {
    if let known = links[index] { return known }
    guard let link = try socket.link(index) else { return nil }
    links.remember(link)
    return link
  }

  /// What becomes of a family while the interface that alone counts is not there.
  private func verdictWithoutInterface(_ family: AddressFamily) -> Verdict {
    .unreachable(addresses(of: family).isEmpty ? .disabled : .linkDown)
  }

  /// Finds the interface that alone counts, and says whether there is one.
  private mutating func bindInterface() throws(NetlinkError) -> Bool {
    guard let binding else { return true }
    if let index = binding.index, try link(index) != nil { return true }
    let found = try socket.link(named: binding.name)
    self.binding?.index = found?.index
    return found != nil
  }

  /// Whether a bridge has a port to send by; any other link needs none.
  mutating func hasPort(_ link: Link) throws(NetlinkError) -> Bool {
    guard link.isBridgeOfUnknownState else { return true }
    return try socket.links().elements.contains { $0.master == link.index && $0.isUsable }
  }
}
