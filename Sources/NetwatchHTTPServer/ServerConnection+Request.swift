/// What the library tells of it.
extension ServerConnection {
  /// The first line is there.
  func began(target: String) { self.target = target }

  /// The head is complete, a part of the body is there, the body is complete (an empty part), or the
  /// connection is taken up again: false where it is to be closed.
  func accessed(method: String, version: String, part: UnsafeRawBufferPointer) -> Bool {
    switch machine.nextCall {
    case .head: return headCompleted(method: method, version: version)
    case .body:
      guard unsafe part.isEmpty else {
        unsafe received(part)
        return true
      }
      return bodyCompleted()
    case .answer(let response): return queue(response)
    case .close: return false
    }
  }

  private func headCompleted(method: String, version: String) -> Bool {
    let target = RequestTarget(target)
    let check = RequestCheck(
      method: method,
      version: version,
      target: target,
      headers: handle.headers,
      bodyLimit: loop.settings.bodyLimit
    )
    if let refusal = check.refusal { return queue(refusal, closing: true) }
    guard let target else { return false }
    let request = PartialRequest(method: method, target: target, headers: check.headers)
    if isTCP, let refusal = loop.settings.admit(ServerRequest(request, from: nil, isTCP: true)) {
      return queue(refusal, closing: true)
    }
    perform(machine.headCompleted(request))
    return true
  }

  private func received(_ part: UnsafeRawBufferPointer) {
    perform(
      unsafe machine.bodyReceived(
        part,
        limit: loop.settings.bodyLimit,
        room: loop.bodies.room(for: user)
      )
    )
  }

  private func bodyCompleted() -> Bool {
    guard let (verdict, effects) = machine.bodyCompleted() else { return false }
    perform(effects)
    switch verdict {
    case .refuse(let refusal): return queue(refusal, closing: true)
    case .handle(let request):
      loop.handle(ServerRequest(request, from: peer, isTCP: isTCP), of: self)
      return true
    }
  }

  /// The answer has been sent, or could not be.
  func completed() {
    perform(machine.completed(isStopping: loop.isStopping))
  }
}

extension ServerRequest {
  /// A request that has been received whole.
  fileprivate init(_ request: PartialRequest, from peer: ServerPeer?, isTCP: Bool) {
    self.init(
      method: request.method,
      path: request.target.path,
      query: request.target.query,
      headers: request.headers,
      body: request.body,
      peer: peer,
      isTCP: isTCP
    )
  }
}
