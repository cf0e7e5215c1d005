import CLinux
import Glibc
package import NetwatchCore
package import NetwatchJobs
import NetwatchSystem

/// A file in which several processes write down what they do with jobs, a line each, in one order.
package struct WorkJournal: Sendable {
  /// Something that happened.
  package enum Entry: Hashable, Sendable {
    case accepted(JobID)
    case began(JobRun)
    case ended(JobRun)
  }

  /// An entry, and who wrote it when.
  package struct Line: Hashable, Sendable {
    package let entry: Entry
    package let pid: Int32
    package let time: BootInstant
  }

  private let path: String

  /// Creates the description of a journal; the file is made by the first line.
  package init(path: String) {
    self.path = path
  }

  /// Appends a line, in one write, so that those of several processes do not mix (open(2), O_APPEND).
  package func write(_ entry: Entry) throws {
    let (word, id, token): (String, JobID, Int64) =
      switch entry {
      case .accepted(let id): ("accepted", id, 0)
      case .began(let run): ("began", run.id, run.token)
      case .ended(let run): ("ended", run.id, run.token)
      }
    let time = SystemClocks.kernel.boot().nanoseconds
    let line = Array("\(word) \(id) \(token) \(getpid()) \(time)\n".utf8)
    let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_APPEND)
    try check("write \(path)", Glibc.write(file.number, line, line.count))
  }

  /// All lines, in the order in which they were written.
  package func lines() throws -> [Line] {
    try SmallFile.read(path).split(separator: "\n").compactMap { Line($0) }
  }
}

extension WorkJournal.Line {
  init?(_ text: Substring) {
    let words = text.split(separator: " ")
    guard words.count == 5, let id = Int64(words[1]), let token = Int64(words[2]),
      let pid = Int32(words[3]), let time = Int64(words[4])
    else { return nil }
    let run = JobRun(id: JobID(rawValue: id), token: token)
    let entry: WorkJournal.Entry
    switch words[0] {
    case "accepted": entry = .accepted(run.id)
    case "began": entry = .began(run)
    case "ended": entry = .ended(run)
    default: return nil
    }
    self.init(entry: entry, pid: pid, time: BootInstant(nanoseconds: time))
  }
}
