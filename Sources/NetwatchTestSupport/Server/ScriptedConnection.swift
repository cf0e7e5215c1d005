import CLinux
import Glibc
import NetwatchCore

/// One connection on its way through a script; used by the server's thread alone.
final class ScriptedConnection: ServedConnection {
  private var socket: Descriptor?
  private let id: Int
  private let state: ScriptedServerState
  private var steps: ArraySlice<ScriptedServer.Step> = []
  private var wait = Wait.firstByte
  private var reader = RequestReader()
  private var lastRequest: ScriptedServer.Request
  private var output: ArraySlice<UInt8> = []

  init(_ socket: consuming Descriptor, state: ScriptedServerState) {
    // Small pieces are sent as the script says, and not gathered.
    try? socket.setOption(CInt(IPPROTO_TCP), TCP_NODELAY, to: 1)
    self.socket = consume socket
    self.state = state
    id = state.values.withLock { $0.openConnection() }
    lastRequest = .init(head: "", body: "", connection: id)
    // A script that begins by reading is chosen when there is something to read.
    if !state.values.withLock({ $0.upcomingScriptReads }) { takeScript() }
  }

  deinit { state.values.withLock { $0.openConnectionCount -= 1 } }

  var isFinished: Bool { socket.number == nil }

  var resumption: ContinuousClock.Instant? {
    if case .moment(let moment) = wait { moment } else { nil }
  }

  var pollEntry: pollfd {
    pollfd(fd: socket.number ?? -1, events: Int16(wait.events), revents: 0)
  }

  func proceed(after events: Int16) {
    if events & Int16(wait.endingEvents) != 0 { return close() }
    switch wait {
    case .firstByte where reader.isEmpty:
      guard fill() else { return }
      takeScript()
    case .moment(let moment) where moment > .now: return
    case .end: return
    default: break
    }
    advance()
  }

  private func takeScript() {
    steps = state.values.withLock { $0.takeScript() }[...]
    wait = .output
  }

  private func advance() {
    while flush() {
      guard let step = steps.first else { return close() }
      switch perform(step) {
      case .done: steps.removeFirst()
      case .doneAfter(let next):
        steps.removeFirst()
        return wait = next
      case .waiting(let next):
        wait = next
        // Unless there is no room for what the step has to say: then that is waited for.
        _ = flush()
        return
      case .finished: return close()
      }
    }
  }

  private func close() {
    // Closed over unread bytes, the kernel would send a reset, which overtakes the response.
    // The bound is for a client that never stops.
    var chunks = 0
    while let number = socket.number, chunks < 16, case .bytes = readAvailable(number) {
      chunks += 1
    }
    socket = nil
  }

  /// Whether something new was read.
  private func fill() -> Bool {
    guard let number = socket.number else { return false }
    switch readAvailable(number) {
    case .bytes(let bytes):
      reader.append(bytes)
      return true
    case .nothingYet: return false
    case .end:
      close()
      return false
    }
  }

  /// Whether everything said so far has been sent.
  private func flush() -> Bool {
    guard let number = socket.number else { return false }
    while !output.isEmpty {
      let count = output.withUnsafeBytes { bytes in
        retryingInterrupts { send(number, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL)) }
      }
      if count < 0, errno == EAGAIN {
        wait = .output
        return false
      }
      guard count >= 0 else {
        close()
        return false
      }
      output = output.dropFirst(count)
    }
    return true
  }
}

extension ScriptedConnection {
  private func perform(_ step: ScriptedServer.Step) -> Progress {
    switch step {
    case .readRequest: return readRequest()
    case .respond(let script): insert(script(lastRequest))
    case .send(let text): output = Array(text.utf8)[...]
    case .sendBytes(let bytes): output = bytes[...]
    case .sendForever(let text):
      output = Array(text.utf8)[...]
      return .waiting(.output)
    case .sendEvery(let text, let interval):
      output = Array(text.utf8)[...]
      return .waiting(.moment(.now + interval))
    case .pause(let duration): return .doneAfter(.moment(.now + duration))
    case .again: return startOver()
    case .close: return .finished
    case .reset: socket.abort()
    case .hang: return .waiting(.end)
    }
    return .done
  }

  private func readRequest() -> Progress {
    repeat {
      guard let request = reader.takeRequest(connection: id) else { continue }
      lastRequest = request
      state.values.withLock { $0.requests.append(request) }
      return .done
    } while fill()
    return isFinished ? .finished : .waiting(.input)
  }

  /// Puts steps behind the one being done.
  private func insert(_ script: ScriptedServer.Script) {
    steps = steps.prefix(1) + script + steps.dropFirst()
  }

  private func startOver() -> Progress {
    steps = steps.prefix(1)
    if reader.isEmpty, !fill() { return isFinished ? .finished : .waiting(.firstByte) }
    insert(state.values.withLock { $0.takeScript() })
    return .done
  }
}
