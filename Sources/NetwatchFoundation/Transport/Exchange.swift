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

  fileprivate struct State {
    var machine: ExchangeStateMachine
    var meter: ProgressMeter
    var waiter: CheckedContinuation<Reply, Never>?
  }

  /// What is there of a streamed body.
  let buffer = ChunkBuffer()

  private let task: URLSessionTask
  private let timeout: Duration?
  private let progress: (@Sendable (TransferProgress) -> Void)?
  private let state: Lock<State>
  private let timer = Lock<(any DispatchSourceTimer)?>(nil)

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
        startTimer()
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

// MARK: - What the session says

extension Exchange {
  func responded(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse else { return }
    let length = response.expectedContentLength
    act { state in
      state.meter.counts.expected = length < 0 ? nil : length
      return state.machine.responded(ResponseHead(response))
    }
  }

  func received(_ data: Data) {
    act(on: data) { state in
      state.meter.counts.received += Int64(data.count)
      return state.machine.received(data)
    }
    report(isLast: false)
  }

  func sentBody(_ count: Int64) {
    let total = task.countOfBytesExpectedToSend
    state.withLock { state in
      state.meter.counts.sent = count
      state.meter.counts.toSend = total < 0 ? nil : total
    }
    report(isLast: false)
  }

  func ended(_ error: (any Error)?) {
    if error == nil { report(isLast: true) }
    act { state in
      guard let error else { return state.machine.completed() }
      let sent = state.meter.counts.sent
      return state.machine.failed(TransportFailure(error, bodyBytesSent: sent))
    }
  }

  private func report(isLast: Bool) {
    guard let progress else { return }
    let due = state.withLock { $0.meter.due(at: .now, isLast: isLast) }
    if let due { progress(due) }
  }
}

// MARK: - What follows

extension Exchange {
  /// Moves the state machine and does what it says.
  private func act(
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
      if case .collected = reply { stopTimer() }
      waiter?.resume(returning: .success(reply))
    case .push: push(data)
    case .endStream:
      stopTimer()
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
    stopTimer()
    // It waits for the session's queue, which may be held up by a name lookup.
    DispatchQueue.global().async { [task] in task.cancel() }
  }

  private func startTimer() {
    guard let timeout else { return }
    let nanoseconds = min(timeout, .seconds(2_000_000)) / .nanoseconds(1)
    let deadline = DispatchTime.now() + .nanoseconds(Int(nanoseconds))
    timer.withLock { timer in
      let source = DispatchSource.makeTimerSource()
      source.setEventHandler { [weak self] in self?.expire() }
      source.schedule(deadline: deadline)
      source.activate()
      timer = source
    }
    // It may have ended meanwhile, and stopped a timer that was not there.
    if state.withLock({ $0.machine.isOver }) { stopTimer() }
  }

  private func stopTimer() {
    timer.withLock { timer in
      timer?.cancel()
      timer = nil
    }
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

extension ResponseHead {
  fileprivate init(_ response: HTTPURLResponse) {
    let fields = response.allHeaderFields.compactMap { name, value in
      (name as? String).map { HTTPField(name: $0, value: "\(value)") }
    }
    self.init(
      status: response.statusCode,
      headers: HTTPHeaders(fields.sorted { $0.name < $1.name }),
      httpVersion: "",
      remoteAddress: nil,
      // URLSession on Linux has no way to leave certificates unverified.
      isVerifiedTLS: response.url?.scheme == "https"
    )
  }
}
