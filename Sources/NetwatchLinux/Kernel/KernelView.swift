internal import CLinux
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
  private var ipv4: LookupOrder?
  private var ipv6: LookupOrder?
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
    ipv4 = LookupOrder(configuration, family: .ipv4)
    ipv6 = LookupOrder(configuration, family: .ipv6)
    binding = configuration.interface.map { InterfaceBinding(name: $0) }
  }

  /// Asks about both families.
  mutating func snapshot() throws(NetlinkError) -> Snapshot {
    links.age()
    underlay.evaluationBegan()
    if binding != nil, try !bindInterface() {
      return Snapshot(ipv4: verdictWithoutInterface(.ipv4), ipv6: verdictWithoutInterface(.ipv6))
    }
    var snapshot = Snapshot(ipv4: .unreachable(.disabled), ipv6: .unreachable(.disabled))
    try askLikely(&snapshot)
    try askRest(&snapshot)
    return snapshot
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
  func addresses(of family: AddressFamily) -> [IPAddress] {
    (family == .ipv4 ? ipv4 : ipv6)?.addresses ?? []
  }

  /// Links are gone: one that comes with the same index is another one.
  mutating func linksDeleted(_ indexes: [Int32]) {
    binding?.linksDeleted(indexes)
    underlay.linksDeleted(indexes)
    forgetLinks()
  }

  /// Deletions may have gone unheard: nothing is known of any link.
  mutating func forgetLinks() {
    links.forget()
  }
}

// MARK: - Asking

extension KernelView {
  /// Asks together whatever is likely to be needed: each turn costs as much as many questions.
  private mutating func askLikely(_ snapshot: inout Snapshot) throws(NetlinkError) {
    questions.removeAll()
    if let ipv4 { questions.ask(ipv4, by: binding?.index) }
    if let ipv6 { questions.ask(ipv6, by: binding?.index) }
    try questions.send(&socket)
    try judge(.ipv4, into: &snapshot.ipv4)
    try judge(.ipv6, into: &snapshot.ipv6)
  }

  /// Asks about further addresses of a family that is not reachable by those.
  private mutating func askRest(_ snapshot: inout Snapshot) throws(NetlinkError) {
    questions.removeAll()
    if !snapshot.ipv4.isReachable, let ipv4 { questions.ask(ipv4.unlikely, by: binding?.index) }
    if !snapshot.ipv6.isReachable, let ipv6 { questions.ask(ipv6.unlikely, by: binding?.index) }
    guard !questions.isEmpty else { return }
    try questions.send(&socket)
    try judge(.ipv4, into: &snapshot.ipv4)
    try judge(.ipv6, into: &snapshot.ipv6)
  }

  /// Judges the answers about a family until one of them says that it is reachable.
  private mutating func judge(
    _ family: AddressFamily,
    into result: inout Verdict
  ) throws(NetlinkError) {
    for index in 0..<questions.count where questions[index].isAbout(family) {
      let address = questions[index].destination
      let verdict = try verdict(for: address, questions.answer(index))
      result = verdict.orMoreTelling(result)
      guard let path = verdict.path else { continue }
      reached(address, by: path)
      return
    }
  }

  private mutating func reached(_ address: IPAddress, by path: NetworkPath) {
    switch address.family {
    case .ipv4: ipv4?.reached(address, by: path)
    case .ipv6: ipv6?.reached(address, by: path)
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
    let link =
      if let plain = links.plain(index), let link = socket.refreshed(plain) { link } else {
        try socket.link(index)
      }
    if let link { links.remember(link) }
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
