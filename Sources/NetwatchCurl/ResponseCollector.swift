import CLinux
import Glibc
import NetwatchSystem

/// Takes in the bytes of one answer, up to their limits, and sends them where they are to go.
struct ResponseCollector {
  /// What became of some bytes that were offered.
  enum Reception {
    case taken

    /// They are to be offered again later.
    case postponed

    /// The transfer is to end.
    case refused
  }

  private enum Destination {
    case memory
    case descriptor(CInt)
    case stream(StreamChannel)
  }

  private let bodyLimit: Int
  private let bodyNeeded: Int
  private let headerLimit: Int
  private let sink: CurlRequest.Sink
  private let sinkStatuses: ClosedRange<Int>
  private let stream: StreamChannel?
  private var headerLength = 0
  private var destination: Destination?
  private var body: [UInt8] = []

  /// How many bytes of the body have been taken.
  private(set) var length: Int64 = 0

  /// What ended the transfer, if it was something here.
  private(set) var failure: CurlError?

  /// Whether the transfer was ended because as much of the body is there as is needed.
  private(set) var hasEnough = false

  init(_ request: CurlRequest, stream: StreamChannel?) {
    bodyLimit = request.bodyLimit
    bodyNeeded = max(request.bodyNeeded ?? .max, 0)
    headerLimit = request.effectiveHeaderLimit
    sink = request.sink
    sinkStatuses = request.sinkStatuses
    self.stream = stream
  }

  /// Gives the body away, so that a handle at rest holds none.
  mutating func takeBody() -> [UInt8] {
    defer { body = [] }
    return body
  }

  /// Takes a part of the body of an answer with that status.
  mutating func receivedBody(
    _ bytes: UnsafeRawBufferPointer,
    status: @autoclosure () -> Int
  ) -> Reception {
    let destination = destination ?? chooseDestination(status())
    self.destination = destination
    let reception =
      switch destination {
      case .memory: unsafe keep(bytes)
      case .descriptor(let descriptor): unsafe write(bytes, to: descriptor)
      case .stream(let stream): unsafe stream.offer(bytes) ? Reception.taken : .postponed
      }
    if case .taken = reception { length += Int64(bytes.count) }
    if hasEnough { length = Int64(body.count) }
    return reception
  }

  /// Counts a line of a header, whose fields libcurl keeps itself; false ends the transfer.
  mutating func receivedHeader(length: Int) -> Bool {
    guard length <= headerLimit - headerLength else {
      failure = CurlError(
        .headerTooLarge(limit: headerLimit),
        "The header is longer than \(headerLimit) bytes."
      )
      return false
    }
    headerLength += length
    return true
  }
}

extension ResponseCollector {
  private func chooseDestination(_ status: Int) -> Destination {
    if let stream { return .stream(stream) }
    guard case .descriptor(let descriptor) = sink, sinkStatuses.contains(status) else {
      return .memory
    }
    return .descriptor(descriptor)
  }

  private mutating func keep(_ bytes: UnsafeRawBufferPointer) -> Reception {
    let bytes = unsafe bytes.prefix(bodyNeeded - body.count)
    guard unsafe bytes.count <= bodyLimit - body.count else {
      failure = CurlError(
        .bodyTooLarge(limit: bodyLimit),
        "The body is longer than \(bodyLimit) bytes."
      )
      return .refused
    }
    unsafe body.append(contentsOf: bytes)
    hasEnough = body.count >= bodyNeeded
    return hasEnough ? .refused : .taken
  }

  private mutating func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Reception {
    var rest = unsafe bytes[...]
    while unsafe !rest.isEmpty {
      let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
      let count = unsafe Glibc.write(descriptor, part.baseAddress, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        failure = .unwritable(count < 0 ? errno : ENOSPC)
        return .refused
      }
      unsafe rest = rest.dropFirst(count)
    }
    return .taken
  }
}

extension CurlError {
  fileprivate static func unwritable(_ code: Int32) -> CurlError {
    CurlError(
      .sinkFailed,
      osError: code,
      "The answer's body cannot be written: \(errorText(code))."
    )
  }
}
