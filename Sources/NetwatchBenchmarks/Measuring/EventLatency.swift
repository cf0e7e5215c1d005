/// What one run of event_latency found.
///
/// The time is taken by a C program of its own and not here: the change goes to the kernel by two
/// lines of C between two readings of the clock, with no runtime, allocator or second thread in the
/// process, and any monitor can be measured with it by hand.
struct EventLatency {
  /// From a loss to the line that tells it, in microseconds.
  private(set) var losses = Samples()

  /// From a gain to the line that tells it, in microseconds.
  private(set) var gains = Samples()

  /// Changes that no line told within two seconds.
  private(set) var missed = 0.0

  /// Both.
  var all: Samples {
    var all = losses
    all.append(contentsOf: gains)
    return all
  }

  /// An empty result, to add to.
  init() {}

  /// Measures a command in the calling thread's network namespace.
  init(
    _ tools: Tools,
    change: [String],
    rounds: Int,
    settle: Double = 1,
    wanted: String?,
    command: [String]
  ) throws(BenchmarkError) {
    var arguments = [tools.peer("event_latency"), "-n", "\(rounds)"]
    arguments += ["-s", "\(Int(settle * 1000))"]
    arguments += wanted.map { ["-w", $0] } ?? []
    var process = try ChildProcess.start(arguments + change + ["--"] + command)
    let (text, status) = try process.readToEnd()
    guard status == 0 else { throw BenchmarkError("event_latency ended with status \(status)") }
    for line in text.split(separator: "\n") { read(String(line)) }
  }

  /// Adds what another run found.
  mutating func add(_ other: EventLatency) {
    losses.append(contentsOf: other.losses)
    gains.append(contentsOf: other.gains)
    missed += other.missed
  }

  private mutating func read(_ line: String) {
    let words = line.split(separator: " ")
    switch words.first {
    case "loss": losses.append(Double(words[1]) ?? .nan)
    case "gain": gains.append(Double(words[1]) ?? .nan)
    default: missed += line.number(after: "missed=") ?? 0
    }
  }
}
