import Glibc
import NetwatchTestSupport

/// What the service takes and answers, how soon it tells of a change, and what it costs at rest.
struct ServiceBenchmark: Benchmark {
  private static let rounds = 3

  let tools: Tools

  let name = "service"

  func run() throws -> [Bar] {
    try submits() + state() + events() + rest()
  }

  /// A job of about 200 bytes that waits for the internet, which there is none of here.
  private static let job =
    #"{"kind":"http","http":{"method":"POST","url":"https://api.example/readings","#
    + #""headers":{"Content-Type":"text/plain"},"body":""# + String(repeating: "x", count: 100)
    + #""}}"#

  private static let one = HTTPText.post("/v1/jobs", job)
  private static let hundred = HTTPText.post(
    "/v1/jobs",
    "[" + Array(repeating: job, count: 100).joined(separator: ",") + "]"
  )
}

// MARK: - Submitting

extension ServiceBenchmark {
  private func submits() throws -> [Bar] {
    let folder = try TemporaryFolder(in: tools.peers)
    defer { withExtendedLifetime(folder) {} }
    var (single, batches, slowest) = (Samples(), Samples(), Samples())
    var (floor, floor100) = (Samples(), Samples())
    for _ in 0..<Self.rounds {
      floor.append(try tools.queue("floor", jobs: 5_000, "--folder", folder.path).put)
      let service = try Service.start(tools)
      let load = try service.load(tools, Self.one, count: 40_000, connections: 32, status: 201)
      single.append(load.rate)
      slowest.append(load.p99)
      floor100.append(try tools.queue("floor-100", jobs: 50_000, "--folder", folder.path).put)
      let many = try service.load(tools, Self.hundred, count: 500, connections: 4, status: 201)
      batches.append(many.rate * 100)
    }
    return [
      Bar(ratio: "a job a request / floor", single, "floor", floor, limit: 3),
      Bar(subject: "its 99th percentile", figure: slowest.median, limit: 25, unit: "ms"),
      Bar(ratio: "100 jobs a request / floor-100", batches, "floor-100", floor100, limit: 0.3),
    ]
  }
}

// MARK: - Asking for the state

extension ServiceBenchmark {
  private func state() throws -> [Bar] {
    let folder = try TemporaryFolder()
    let service = try Service.start(tools)
    let request = HTTPText.get("/v1/state")
    let question = try folder.write(request.bytes, to: "request")
    // nginx answers as many bytes as the service.
    guard mkdir(folder.file("v1"), 0o755) == 0 else {
      throw BenchmarkError.systemCall("mkdir")
    }
    try folder.write([UInt8](repeating: UInt8(ascii: "x"), count: 700), to: "v1/state")
    // nginx takes a socket's path as it is, and not to be in its own folder.
    let common = try TextFile.read(tools.peer("nginx.conf"))
    // Its worker is to read the folder that only this user can enter.
    let settings =
      (geteuid() == 0 ? "user root;\n" : "")
      + common.replacing("unix:nginx.sock", with: "unix:\(folder.file("nginx.sock"))")
    let file = try folder.write(Array(settings.utf8), to: "nginx.conf")
    let nginx = try ChildProcess.start(["nginx", "-p", folder.path, "-c", file])
    defer { withExtendedLifetime(nginx) {} }
    try Readiness.awaitListener(port: 8099, within: 10)
    var (own, peer) = (Samples(), Samples())
    for _ in 0..<5 {
      peer.append(
        try SocketLoad(
          tools,
          folder.file("nginx.sock"),
          question,
          count: 40_000,
          connections: 16,
          status: 200
        ).rate
      )
      own.append(
        try service.load(tools, request, count: 40_000, connections: 16, status: 200).rate
      )
    }
    return [Bar(ratio: "GET /v1/state / nginx", own, "nginx", peer, limit: 0.4)]
  }
}

// MARK: - Telling of changes

extension ServiceBenchmark {
  private func events() throws -> [Bar] {
    let namespace = try Uplink.namespace("service")
    return try namespace.inside { () throws(BenchmarkError) in
      let service = try Service.start(tools, "--loss-delay", "0", "--recovery-delay", "0")
      let wanted =
        "\"connectionAssumedAvailable\":true,\"connectionAssumedAvailable\":false"
      let client = ["curl", "-sN", "--unix-socket", service.socket, "http://localhost/v1/events"]
      let watch = tools.watch("--loss-delay", "0", "--recovery-delay", "0")
      var (own, direct) = (EventLatency(), EventLatency())
      for _ in 0..<2 {
        for (command, isClient) in [(client, true), (watch, false)] {
          let found = try EventLatency(
            tools,
            change: ["route", Uplink.device, Uplink.gateway],
            rounds: 40,
            wanted: wanted,
            command: command
          )
          if isClient { own.add(found) } else { direct.add(found) }
        }
      }
      return [
        Bar(
          subject: "a change, event stream after watch",
          figure: (own.all.median - direct.all.median) / 1000,
          limit: 1,
          unit: "ms",
          details: [
            "event stream \(own.all.median.text(decimals: 0)) us,"
              + " watch \(direct.all.median.text(decimals: 0)) us;"
              + " missed \((own.missed + direct.missed).text(decimals: 0))"
          ]
        )
      ]
    }
  }
}

// MARK: - At rest

extension ServiceBenchmark {
  private func rest() throws -> [Bar] {
    let namespace = try Namespace.make("service-rest")
    return try namespace.inside { () throws(BenchmarkError) in
      let service = try Service.start(tools)
      Stopwatch.pause(seconds: 12)
      let before = try service.figures
      Stopwatch.pause(seconds: 60)
      let after = try service.figures
      _ = try service.load(tools, Self.hundred, count: 1_000, connections: 4, status: 201)
      Stopwatch.pause(seconds: 2)
      let full = try service.figures
      return [
        Bar(
          subject: "wake-ups in 60 s at rest",
          figure: after.wakeUps - before.wakeUps,
          limit: 2,
          unit: "",
          decimals: 0,
          details: ["the look every 30 s; no watchdog here"]
        ),
        Bar(subject: "resident at rest", figure: after.resident / 1024, limit: 24, unit: "MiB"),
        Bar(
          subject: "resident with 100,000 parked jobs",
          figure: full.resident / 1024,
          limit: 64,
          unit: "MiB",
          details: ["of it anonymous \((full.anonymous / 1024).text(decimals: 1)) MiB"]
        ),
      ]
    }
  }
}
