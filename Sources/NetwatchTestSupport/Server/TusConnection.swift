import CLinux
import Glibc
import NetwatchCore

/// One connection to a server of uploads; used by the server's thread alone.
final class TusConnection: ServedConnection {
  /// What is done with the body that comes.
  private struct Body {
    /// The upload that it belongs to; nil: it is thrown away.
    var upload: Int?
    var left: Int
    /// After how many bytes the connection is lost.
    var cut: Int?
    /// What is held back until everything is there, as bytes with a checksum are.
    var held: [UInt8]?
    var answer: @Sendable (TusServerState) -> String
  }

  private var socket: Descriptor?
  private let state: TusServerState
  private var input: [UInt8] = []
  private var body: Body?

  init(_ socket: consuming Descriptor, _ state: TusServerState) {
    self.socket = consume socket
    self.state = state
  }

  var isFinished: Bool { socket.number == nil }

  var resumption: ContinuousClock.Instant? { nil }

  var pollEntry: pollfd {
    pollfd(fd: socket.number ?? -1, events: Int16(POLLIN), revents: 0)
  }

  func proceed(after events: Int16) {
    guard events != 0, let number = socket.number else { return }
    switch readAvailable(number) {
    case .bytes(let bytes): input += bytes
    case .nothingYet: return
    case .end: return socket = nil
    }
    if body != nil { dawdle() }
    while !isFinished, advance() {}
  }

  /// Whether there was enough for a step.
  private func advance() -> Bool {
    if body != nil { return takeBody() }
    guard let end = input.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
    let request = TusServer.Request(
      head: String(decoding: input[..<end.lowerBound], as: UTF8.self)
    )
    input.removeFirst(end.upperBound)
    begin(request)
    return true
  }

  private func begin(_ request: TusServer.Request) {
    let length = request.header("Content-Length").flatMap { Int($0) } ?? 0
    if request.header("Expect") != nil { send("HTTP/1.1 100 Continue\r\n\r\n") }
    body = state.values.withLock { values in
      values.requests.append(request)
      if let answer = values.takeAnswer(to: request.method) {
        return Body(left: length, answer: { _ in answer })
      }
      return Self.body(of: request, length, &values)
    }
  }

  private static func body(
    of request: TusServer.Request,
    _ length: Int,
    _ values: inout TusServerState.Values
  ) -> Body {
    switch request.method {
    case "OPTIONS":
      let fields = ["Tus-Version: 1.0.0"] + values.behaviour.abilities
      return Body(left: length, answer: { _ in .answer(204, fields) })
    case "POST" where request.header("Upload-Length") != nil:
      let total = request.header("Upload-Length").flatMap { Int($0) } ?? 0
      values.uploads.append(.init(length: total))
      let location =
        "\(values.behaviour.locationOrigin)/files/\(values.uploads.count - 1)"
      return Body(left: length, answer: { _ in .answer(201, ["Location: \(location)"]) })
    case "POST", "PUT":
      values.uploads.append(.init(length: length))
      return Body(
        upload: values.uploads.count - 1,
        left: length,
        cut: values.takeCut(),
        answer: { _ in .answer(200) }
      )
    default: return part(request, length, &values)
    }
  }

  private static func part(
    _ request: TusServer.Request,
    _ length: Int,
    _ values: inout TusServerState.Values
  ) -> Body {
    let path = request.head.split(separator: " ").dropFirst().first ?? ""
    guard let index = path.split(separator: "/").last.flatMap({ Int($0) }),
      values.uploads.indices.contains(index), !values.uploads[index].isGone
    else { return Body(left: length, answer: { _ in .answer(404) }) }
    let status = request.method == "HEAD" ? 200 : 204
    let answer: @Sendable (TusServerState) -> String = { state in
      let upload = state.values.withLock { $0.uploads[index] }
      let fields = ["Upload-Offset: \(upload.bytes.count)", "Upload-Length: \(upload.length)"]
      return .answer(status, fields)
    }
    if request.method == "HEAD" { return Body(left: length, answer: answer) }
    guard request.header("Upload-Offset") == "\(values.uploads[index].bytes.count)" else {
      return Body(left: length, answer: { _ in .answer(409) })
    }
    return Body(
      upload: index,
      left: length,
      cut: values.takeCut(),
      held: request.header("Upload-Checksum") == nil ? nil : [],
      answer: answer
    )
  }
}

// MARK: - Bodies and answers

extension TusConnection {
  private func takeBody() -> Bool {
    guard var current = body else { return false }
    let piece = input.prefix(min(current.left, current.cut ?? .max))
    input.removeFirst(piece.count)
    current.left -= piece.count
    if let cut = current.cut { current.cut = cut - piece.count }
    store(piece, &current)
    body = current
    if current.cut == 0 {
      socket.abort()
      return false
    }
    guard current.left == 0 else { return false }
    if let held = current.held { store(held[...], current.upload) }
    body = nil
    send(current.answer(state))
    return true
  }

  private func store(_ piece: ArraySlice<UInt8>, _ body: inout Body) {
    if body.held == nil { store(piece, body.upload) } else { body.held? += piece }
  }

  private func store(_ piece: ArraySlice<UInt8>, _ upload: Int?) {
    guard let upload else { return }
    state.values.withLock { $0.uploads[upload].bytes += piece }
  }

  private func dawdle() {
    let delay = state.values.withLock { $0.behaviour.pieceDelay }
    if delay > .zero { usleep(useconds_t(delay / .microseconds(1))) }
  }

  private func send(_ text: String) {
    guard let number = socket.number else { return }
    let bytes = Array(text.utf8)
    // Answers are short: there is always room for one.
    if Glibc.send(number, bytes, bytes.count, CInt(MSG_NOSIGNAL)) != bytes.count { socket = nil }
  }
}

extension String {
  /// An answer without a body.
  fileprivate static func answer(_ status: Int, _ fields: [String] = []) -> String {
    let length = status == 204 ? [] : ["Content-Length: 0"]
    let lines = ["HTTP/1.1 \(status) "] + ["Tus-Resumable: 1.0.0"] + fields + length
    return lines.map { $0 + "\r\n" }.joined() + "\r\n"
  }
}
