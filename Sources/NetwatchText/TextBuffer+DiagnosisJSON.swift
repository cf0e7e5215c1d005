package import NetwatchCore
package import NetwatchLinux

// What `explain --json` says beyond the state.
extension TextBuffer {
  /// Appends the route that a family would take, where it is known.
  package mutating func routeMembers(_ egress: Egress) {
    guard egress.isRouteKnown else { return }
    member("table", egress.table)
    member("metric", egress.metric)
  }

  /// Appends the link that a family leaves by, or would have left by.
  package mutating func member(_ link: LinkDescription) {
    object("link") { json in
      json.member("name", link.name)
      json.member("index", link.index)
      if let kind = link.kind { json.member("kind", kind) }
      json.member("up", link.isUp)
      json.member("usable", link.isUsable)
    }
  }

  /// Appends the endpoints and the damping.
  package mutating func members(_ diagnosis: Diagnosis) {
    if !diagnosis.probes.isEmpty {
      array("endpoints") { json in for probe in diagnosis.probes { json.element(probe.name) } }
    }
    object("damping") { json in
      if let flip = diagnosis.pendingFlip {
        json.member("pending", flip.isLoss ? "loss" : "recovery")
        json.member("remaining", milliseconds: flip.remaining)
      }
      json.member("flaps", diagnosis.flaps)
    }
  }
}

extension Egress {
  /// Whether the kernel has named the route: without netlink it does not, and every route is in a table.
  package var isRouteKnown: Bool { table != 0 }
}
