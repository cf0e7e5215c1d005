import CLinux
import Glibc

/// What the kernel has counted for a process so far (proc(5)).
struct ProcessFigures {
  /// CPU time of all its threads, in milliseconds.
  let cpu: Double

  /// How often its threads gave up the CPU to wait for something: the wake-ups.
  let wakeUps: Double

  /// Resident memory, in KiB.
  let resident: Double

  /// The anonymous part of it, in KiB.
  let anonymous: Double

  /// Reads them.
  init(of process: pid_t) throws(BenchmarkError) {
    let status = try TextFile.read("/proc/\(process)/status")
    resident = try Self.field("VmRSS:", in: status)
    anonymous = try Self.field("RssAnon:", in: status)
    var cpu = 0.0
    var wakeUps = 0.0
    for thread in try TextFile.names(in: "/proc/\(process)/task") {
      let folder = "/proc/\(process)/task/\(thread)"
      let schedule = try TextFile.read("\(folder)/schedstat")
      cpu += (Double(schedule.prefix { $0 != " " }) ?? .nan) / 1e6
      let status = try TextFile.read("\(folder)/status")
      wakeUps += try Self.field("\nvoluntary_ctxt_switches:", in: status)
    }
    self.cpu = cpu
    self.wakeUps = wakeUps
  }

  private static func field(_ key: String, in status: String) throws(BenchmarkError) -> Double {
    guard let value = status.number(after: key) else {
      throw BenchmarkError("the kernel's status of the process has no \(key)")
    }
    return value
  }
}
