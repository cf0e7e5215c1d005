import NetwatchSystem

/// A failure of netlink, or of the way into a network namespace.
package struct NetlinkError: Error, Hashable, Sendable {
  /// What was being done when it failed.
  package enum Operation: Hashable, Sendable {
    case nameNamespace, openNamespace, enterNamespace, startThread
    case allocate, connect, configure, join
    case send, receive, describe
  }

  /// The operation that failed.
  package let operation: Operation

  /// The positive error number, as listed in errno(3).
  package let code: CInt

  /// What the operation was about, for example the name of a namespace.
  package let operand: String?

  package init(_ operation: Operation, code: CInt, operand: String? = nil) {
    self.operation = operation
    self.code = code
    self.operand = operand
  }
}

extension NetlinkError: CustomStringConvertible {
  /// One sentence that names the operand.
  package var description: String {
    switch operation {
    case .nameNamespace:
      "\(subject) does not name a network namespace: expected a name without slashes, "
        + "the path of a file, or the number of a process"
    case .openNamespace: "cannot open network namespace \(subject): \(reason)"
    case .enterNamespace: "cannot enter network namespace \(subject): \(reason)"
    case .startThread: "cannot start a thread for another network namespace: \(reason)"
    case .allocate: "cannot allocate a netlink socket: \(reason)"
    case .connect: "netlink is refused here: \(reason)"
    case .configure: "cannot set the \(subject) of a netlink socket: \(reason)"
    case .join: "cannot listen to the kernel's \(subject) messages: \(reason)"
    case .send: "cannot send a request to the kernel: \(reason)"
    case .receive: "cannot receive the kernel's answer: \(reason)"
    case .describe: "the kernel does not describe \(subject): \(reason)"
    }
  }

  private var subject: String { operand ?? "it" }

  private var reason: String {
    let sentence = errorText(code)
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
}
