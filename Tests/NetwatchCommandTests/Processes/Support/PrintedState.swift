import FoundationEssentials

/// A line of `watch --json` or `status --json`, read back.
struct PrintedState: Decodable, Equatable {
  struct Family: Decodable, Equatable {
    var reachable: Bool
    var interface: String?
    var index: Int?
    var gateway: String?
    var source: String?
    var reason: String?
  }

  struct Counters: Decodable, Equatable {
    var messages: Int
    var evaluations: Int
    var overruns: Int
    var probes: Int
  }

  var time: String
  var sequence: Int
  var connectionAssumedAvailable: Bool
  var level: String
  var since: String
  var generation: Int
  var ipv4: Family
  var ipv6: Family
  var probes: [PrintedProbe]?
  var cause: String
  var explanation: String
  var counters: Counters
  var mode: String

  init(_ line: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(line.utf8))
  }
}

/// A line of `probe --json`, or an element of `probes`, read back.
struct PrintedProbe: Decodable, Equatable {
  struct Timings: Decodable, Equatable {
    var lookup: Double?
    var connect: Double?
    var tls: Double?
    var firstByte: Double?
    var total: Double
  }

  var endpoint: String
  var family: String
  var outcome: String
  var status: Int?
  var location: String?
  var milliseconds: Double
  var timings: Timings?

  init(_ line: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(line.utf8))
  }
}
