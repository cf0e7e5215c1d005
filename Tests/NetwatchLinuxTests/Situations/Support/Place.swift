import NetwatchCore
import NetwatchTestSupport

/// Where a situation takes place: a namespace, a second one for what leaves the first, and the
/// programs behind its tunnels.
final class Place: Sendable {
  let sandbox: NetworkSandbox
  private let other: NetworkSandbox?
  private let tunnels = Lock<[OpenTunnel]>([])

  private init(sandbox: NetworkSandbox, other: NetworkSandbox?) {
    self.sandbox = sandbox
    self.other = other
  }

  /// Makes what some commands need.
  static func make(for commands: [Situation.Command]) async throws -> Place {
    try await awaitThread {
      let needsOther = commands.contains(where: \.needsOther)
      return Place(sandbox: try NetworkSandbox(), other: try needsOther ? NetworkSandbox() : nil)
    }
  }

  /// Does one thing after the other; neighbouring `ip` commands share a process, unless they begin
  /// with an option.
  func perform(_ commands: [Situation.Command]) async throws {
    try await awaitThread { [self] in
      var batch: [String] = []
      for command in commands {
        if case .ip(let text) = command, !text.hasPrefix("-") {
          batch.append(named(text))
          continue
        }
        try flush(&batch)
        try perform(command)
      }
      try flush(&batch)
    }
  }

  private func flush(_ batch: inout [String]) throws {
    if !batch.isEmpty { try sandbox.batch(batch) }
    batch = []
  }

  private func named(_ command: String) -> String {
    command.replacing("OTHER", with: other?.name ?? "")
  }

  private func perform(_ command: Situation.Command) throws {
    switch command {
    case .ip(let text): try sandbox.ip(named(text))
    case .ipInOther(let text): try other?.ip(text)
    case .sysctl(let key, let value): try sandbox.sysctl(key, value)
    case .openTunnel(let name, let isTap):
      let tunnel = try OpenTunnel(in: sandbox.name, name: name, isTap: isTap)
      tunnels.withLock { $0.append(tunnel) }
    case .closeTunnels: tunnels.withLock { $0 = [] }
    }
  }
}

extension Situation.Command {
  fileprivate var needsOther: Bool {
    switch self {
    case .ip(let text): text.contains("OTHER")
    case .ipInOther: true
    default: false
    }
  }
}
