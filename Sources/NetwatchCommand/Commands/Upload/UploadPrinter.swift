internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchHTTP
internal import NetwatchLinux
internal import NetwatchSystem
internal import NetwatchText

/// Tells on standard output how far an upload has come.
struct UploadPrinter: Sendable {
  /// How it is told.
  enum Form: Sendable {
    case nothing, json, lines
    /// One line that is redrawn.
    case terminal
  }

  let form: Form

  init(_ options: Options) {
    form =
      if options.isJSON {
        .json
      } else if options.verbosity == .quiet {
        .nothing
      } else {
        Self.isTerminal ? .terminal : .lines
      }
  }

  /// The time between two reports.
  var interval: Duration {
    switch form {
    case .terminal: .milliseconds(200)
    case .json: .seconds(1)
    case .nothing, .lines: .seconds(10)
    }
  }

  /// Tells how far it has come.
  func report(_ meter: UploadMeter, isWaiting: Bool) throws(OutputError) {
    switch form {
    case .nothing: break
    case .json: try object(isWaiting ? "waiting" : "progress", meter) { _ in }
    case .lines: try write(UploadText.progress(meter, isWaiting: isWaiting))
    case .terminal: draw(UploadText.line(meter, isWaiting: isWaiting, width: Self.width))
    }
  }

  /// Whether failed attempts are told in words as they fail.
  var tellsFailures: Bool { form == .lines || form == .terminal }

  /// Tells that an attempt failed, and that another one follows.
  ///
  /// - Parameters:
  ///   - question: The failure.
  ///   - meter: How far it has come.
  ///   - delay: When the other one follows; nil: once there is a connection.
  /// - Throws: ``OutputError``.
  func failed(
    _ question: RetryQuestion,
    _ meter: UploadMeter,
    nextAfter delay: Duration?
  ) throws(OutputError) {
    let failure = UploadText.failure(question.failure)
    switch form {
    case .nothing: break
    case .json:
      guard let delay else { return }
      try object("backoff", meter) { json in
        json.member("failure", failure)
        json.member("delay", milliseconds: delay)
      }
    case .lines, .terminal:
      endLine()
      let next = delay.map { $0 > .zero ? "next in \(RunEvent.text($0))" : "next at once" }
      StandardError.write("\(failure); \(next ?? "waiting for connectivity")")
    }
  }

  /// Tells that all is sent.
  func finish(
    _ meter: UploadMeter,
    _ response: NetworkResponse,
    after time: Duration
  ) throws(OutputError) {
    let seconds = time.clampedNanoseconds / 1_000_000_000
    switch form {
    case .nothing: break
    case .json:
      try object("finished", meter) { json in
        json.member("status", response.status)
        json.member("attempts", response.attempts)
        json.member("duration", milliseconds: time)
      }
    case .lines, .terminal:
      endLine()
      try write("\(UploadText.bytes(meter.total)) sent in \(UploadText.time(seconds: seconds))")
    }
  }

  /// Leaves the line that is redrawn empty, for something else to be written.
  func endLine() {
    if form == .terminal { draw("") }
  }

  private func write(_ text: String) throws(OutputError) {
    var writer = LineWriter()
    try writer.writeUnlessClosed { $0.append(text) }
  }

  private func object(
    _ event: String,
    _ meter: UploadMeter,
    _ fill: (inout TextBuffer) -> Void
  ) throws(OutputError) {
    var writer = LineWriter()
    try writer.writeUnlessClosed { json in
      json.beginObject()
      json.member("time", SystemClocks.kernel.wall())
      json.member("event", event)
      json.member("sent", meter.sent)
      json.member("total", meter.total)
      if event == "progress", let rate = meter.rate { json.member("rate", rate) }
      fill(&json)
      json.endObject()
    }
  }

  /// Blanks, and no control sequence, cover what stood there.
  private func draw(_ text: String) {
    let blanks = String(repeating: " ", count: max(Self.width - 1 - text.count, 0))
    let bytes = Array("\r\(text)\(blanks)\r".utf8)
    unsafe _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
  }

  private static var width: Int {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return 80
    }
    return Int(size.ws_col)
  }

  private static var isTerminal: Bool {
    let kind = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? ""
    return isatty(STDOUT_FILENO) == 1 && kind != "dumb"
  }
}
