/// How long after a change in the kernel the line comes that tells it, next to two other monitors,
/// and with the damping that is on by default.
struct LatencyBenchmark: Benchmark {
  /// What changes.
  enum Change: String {
    /// The IPv4 default route goes and comes back.
    case route

    /// The uplink's carrier goes and comes back; its route stays.
    case link
  }

  let change: Change
  let tools: Tools

  /// Absolute figures wander on a shared machine, so the monitors take turns.
  private let turns = 4
  private let roundsPerTurn = 60

  var name: String { "latency-\(change)" }

  func run() throws -> [Bar] {
    let namespace = try Uplink.namespace(name)
    return try namespace.inside { () throws(BenchmarkError) in
      let undamped = try compare()
      let damped = try measureDamping()
      return undamped + damped
    }
  }

  private var operands: [String] {
    switch change {
    case .route: ["route", Uplink.device, Uplink.gateway]
    case .link: ["link", Uplink.peer]
    }
  }
}

// MARK: - Undamped, next to the peers

extension LatencyBenchmark {
  /// A monitor and what its lines hold after a gain and after a loss.
  private struct Monitor {
    let name: String
    let command: [String]
    let wanted: String?
  }

  private static let verdicts =
    "\"connectionAssumedAvailable\":true,\"connectionAssumedAvailable\":false"

  private var netwatch: Monitor {
    Monitor(
      name: "netwatch",
      command: tools.watch("--loss-delay", "0", "--recovery-delay", "0"),
      wanted: Self.verdicts
    )
  }

  private var floor: Monitor {
    Monitor(
      name: "deciding_monitor",
      command: [tools.peer("deciding_monitor")],
      wanted: Self.verdicts
    )
  }

  /// GLib judges by routes alone and never tells the loss of a carrier: there the first output
  /// counts, whatever it says.
  private var glib: Monitor {
    Monitor(
      name: "glib_monitor",
      command: [tools.peer("glib_monitor")],
      wanted: change == .route ? "up,down" : nil
    )
  }

  private func compare() throws(BenchmarkError) -> [Bar] {
    let monitors = [netwatch, floor, glib]
    var found = [EventLatency](repeating: EventLatency(), count: monitors.count)
    for _ in 0..<turns {
      for (index, monitor) in monitors.enumerated() {
        found[index].add(try measure(monitor))
      }
    }
    let medians = found.map(\.all.median)
    return [
      Bar(
        subject: "median / deciding_monitor's",
        figure: medians[0] / medians[1],
        limit: 1.3,
        unit: "x",
        details: zip(monitors, found).map { describe($0.name, $1) }
      ),
      Bar(
        subject: "median / glib_monitor's",
        figure: medians[0] / medians[2],
        limit: 1,
        unit: "x",
        isStrict: true
      ),
      Bar(subject: "changes missed", figure: found[0].missed, limit: 0, unit: "", decimals: 0),
    ]
  }

  private func measure(_ monitor: Monitor) throws(BenchmarkError) -> EventLatency {
    try EventLatency(
      tools,
      change: operands,
      rounds: roundsPerTurn,
      wanted: monitor.wanted,
      command: monitor.command
    )
  }

  private func describe(_ name: String, _ found: EventLatency) -> String {
    let all = found.all
    let figures = [("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1)].map {
      "\($0.0) \(all.percentile($0.1).text(decimals: 0))"
    }
    let missed = "missed \(found.missed.text(decimals: 0)) of \(turns * roundsPerTurn)"
    return "\(name.padded(to: 18))\((figures + [missed]).joined(separator: ", ")) us"
  }
}

// MARK: - With the default damping

extension LatencyBenchmark {
  /// Each recovery after the first published loss of a minute is delayed longer, so every process
  /// sees one loss and one recovery only.
  private func measureDamping() throws(BenchmarkError) -> [Bar] {
    var found = EventLatency()
    for _ in 0..<15 {
      found.add(
        try EventLatency(
          tools,
          change: operands,
          rounds: 2,
          settle: 0.5,
          wanted: Self.verdicts,
          command: tools.watch()
        )
      )
    }
    return [
      damped("median loss, damped by 100 ms", found.losses, limit: 105),
      damped("median recovery, damped by 250 ms", found.gains, limit: 255),
    ]
  }

  private func damped(_ subject: String, _ samples: Samples, limit: Double) -> Bar {
    Bar(
      subject: subject,
      figure: samples.median / 1000,
      limit: limit,
      unit: "ms",
      details: ["\(samples.values.count) of 15, a fresh process each"]
    )
  }
}
