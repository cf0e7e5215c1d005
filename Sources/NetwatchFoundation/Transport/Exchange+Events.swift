import Foundation
import FoundationNetworking
import NetwatchCore
import NetwatchHTTP

/// What the session says of the task, on its queue.
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
