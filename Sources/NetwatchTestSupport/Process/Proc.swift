import CLinux
import Glibc

/// What /proc tells of a process (proc(5)).
package struct Proc: Sendable {
  package let pid: Int32

  package init(_ pid: Int32) {
    self.pid = pid
  }

  /// This process.
  package static var current: Proc { Proc(getpid()) }

  /// Resident memory in kilobytes: VmRSS.
  package var residentKilobytes: Int { get throws { try number("VmRSS", in: "status") } }

  /// Resident memory in kilobytes that no file stands behind: RssAnon.
  package var anonymousKilobytes: Int { get throws { try number("RssAnon", in: "status") } }

  /// The most resident memory in kilobytes since the start, or since ``forgetPeak()``: VmHWM.
  package var peakResidentKilobytes: Int { get throws { try number("VmHWM", in: "status") } }

  /// Has the peak begin anew with what is resident now.
  package func forgetPeak() throws { try SmallFile.write("5", to: path("clear_refs")) }

  package var threadCount: Int { get throws { try number("Threads", in: "status") } }

  /// How often threads have gone to sleep by themselves, summed over the threads alive now.
  package var voluntaryContextSwitches: Int {
    get throws {
      try sumOverTasks { try number("voluntary_ctxt_switches", in: "task/\($0)/status") }
    }
  }

  /// How often each thread of a name has gone to sleep by itself, by the thread's number.
  package func sleeps(ofThreads name: String) throws -> [Int32: Int] {
    var counts: [Int32: Int] = [:]
    for task in try SmallFile.names(in: path("task")) {
      // A thread that has ended meanwhile has none.
      guard let id = Int32(task), (try? SmallFile.read(path("task/\(task)/comm"))) == "\(name)\n",
        let count = try? number("voluntary_ctxt_switches", in: "task/\(task)/status")
      else { continue }
      counts[id] = count
    }
    return counts
  }

  /// Nanoseconds on a processor, summed over the threads alive now.
  package var processorNanoseconds: Int {
    get throws {
      try sumOverTasks { task in
        let fields = try SmallFile.read(path("task/\(task)/schedstat")).split(separator: " ")
        return fields.first.flatMap { Int($0) } ?? 0
      }
    }
  }

  package var openDescriptors: Int {
    get throws {
      // Listing the folder takes a descriptor, which it then lists.
      try SmallFile.names(in: path("fd")).count - (pid == getpid() ? 1 : 0)
    }
  }

  /// What it does, as the letter that proc(5) has for it: `Z` for one that has ended and not been waited
  /// for; nil where there is none.
  package var state: Character? { (try? field("State", in: "status"))?.first }

  /// The processes that it has started and not waited for.
  package var children: Set<Int32> {
    get throws {
      let lists = try SmallFile.names(in: path("task")).map { task in
        (try? SmallFile.read(path("task/\(task)/children"))) ?? ""
      }
      return Set(lists.joined(separator: " ").split(separator: " ").compactMap { Int32($0) })
    }
  }

  private func path(_ file: String) -> String { "/proc/\(pid)/\(file)" }

  private func number(_ key: String, in file: String) throws -> Int {
    guard let number = Int(try field(key, in: file)) else {
      throw SystemCallFailure(operation: "read \(key) in \(path(file))", code: EINVAL)
    }
    return number
  }

  private func field(_ key: String, in file: String) throws -> Substring {
    for line in try SmallFile.read(path(file)).split(separator: "\n") {
      let fields = line.split { " \t:".contains($0) }
      if fields.count > 1, fields[0] == key { return fields[1] }
    }
    throw SystemCallFailure(operation: "find \(key) in \(path(file))", code: ENOENT)
  }

  /// A thread may end between being listed and being read; it then counts as nothing.
  private func sumOverTasks(_ body: (String) throws -> Int) throws -> Int {
    try SmallFile.names(in: path("task")).reduce(0) { sum, task in
      sum + ((try? body(task)) ?? 0)
    }
  }
}
