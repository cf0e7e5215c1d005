import Dispatch
import Foundation
import FoundationNetworking
import NetwatchCore
import NetwatchHTTP

/// One task of URLSession, and who waits for what becomes of it.
///
/// Whoever waits is answered at once when the exchange is cancelled or takes too long; URLSession may
/// take its time to end the task, because libcurl cannot leave a name lookup.
final class Exchange: Sendable {
  typealias Reply = Result<ExchangeReply, TransportFailure>

  struct State {
    var machine: ExchangeStateMachine
    var meter: ProgressMeter
    var waiter: CheckedContinuation<Reply, Never>?
  }

  /// What is there of a streamed body.
  let buffer = ChunkBuffer()

  let task: URLSessionTask
  private let timeout: Duration?
  let progress: (@Sendable (TransferProgress) -> Void)?
  let state: Lock<State>
  private let timer = OneShotTimer()

  init(_ task: URLSessionTask, _ request: TransportRequest) {
    self.task = task
    timeout = request.timeout
    progress = request.progress
    state = Lock(State(machine: ExchangeStateMachine(request), meter: ProgressMeter()))
  }

  /// Starts the task, and waits for its answer.
  func reply() async -> Reply {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if !state.machine.isOver { state.waiter = continuation }
          return state.machine.isOver
        }
        guard !isOver else {
          return continuation.resume(returning: .failure(.cancelled(sent: .nothing)))
        }
        if let timeout { timer.start(timeout) { [weak self] in self?.expire() } }
        task.resume()
      }
    } onCancel: {
      cancel()
    }
  }

  /// Ends the exchange; afterwards nothing is written to its file.
  func cancel() {
    act { $0.machine.failed(.cancelled(sent: .bytes($0.meter.counts.sent))) }
  }

  /// Does something that must not happen once the task may have been cancelled.
  func unlessOver(_ body: () -> Void) {
    // URLSession stops the program where a redirect is answered after a cancellation.
    state.withLock { if !$0.machine.isOver { body() } }
  }
}

// MARK: - What follows

extension Exchange {
  /// Moves the state machine and does what it says.
  func act(
    on data: Data = Data(),
    _ event: (inout State) -> ExchangeStateMachine.Action
  ) {
    let (action, waiter) = state.withLock { state in
      var action = event(&state)
      // In the lock, so that no byte is written once the exchange has ended and the file is closed.
      if case .write(let descriptor) = action { action = state.write(data, to: descriptor) }
      return (action, action.repliesTo(&state.waiter))
    }
    switch action {
    case .nothing, .write: break
    case .answer(let reply):
      if case .collected = reply { timer.stop() }
      waiter?.resume(returning: .success(reply))
    case .push: push(data)
    case .endStream:
      timer.stop()
      buffer.finish(nil)
    case .stop(let failure):
      stop()
      buffer.finish(failure)
      waiter?.resume(returning: .failure(failure))
    }
  }

  private func push(_ data: Data) {
    guard !buffer.push([UInt8](data)) else { return }
    let limit = ChunkBuffer.limit
    act {
      $0.machine.failed(.local(.outOfResources, "more than \(limit) bytes wait for their reader"))
    }
  }

  private func stop() {
    timer.stop()
    // It waits for the session's queue, which may be held up by a name lookup.
    DispatchQueue.global().async { [task] in task.cancel() }
  }

  private func expire() {
    act { $0.machine.failed(.timedOut(bodyBytesSent: $0.meter.counts.sent)) }
  }
}

extension Exchange.State {
  fileprivate mutating func write(
    _ data: Data,
    to descriptor: CInt
  ) -> ExchangeStateMachine.Action {
    do {
      try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: data)
      return .nothing
    } catch {
      return machine.failed(.local(.unknown, "the body can't be written: \(error)"))
    }
  }
}

extension ExchangeStateMachine.Action {
  /// Takes who waits, where this is what they wait for.
  fileprivate func repliesTo(
    _ waiter: inout CheckedContinuation<Exchange.Reply, Never>?
  ) -> CheckedContinuation<Exchange.Reply, Never>? {
    switch self {
    case .answer, .stop:
      defer { waiter = nil }
      return waiter
    case .nothing, .write, .push, .endStream: return nil
    }
  }
}
