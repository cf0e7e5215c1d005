internal import NetwatchNetlink

extension LinkDescription {
  init(_ link: Link) {
    self.init(
      index: link.index,
      name: link.name,
      kind: link.kind,
      isUp: link.isUp,
      isUsable: link.isUsable
    )
  }
}
