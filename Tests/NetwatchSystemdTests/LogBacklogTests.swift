import NetwatchCore
import Testing

@testable import NetwatchSystemd

@Suite struct LogBacklogTests {
  private func entry(_ message: String) -> LogEntry { LogEntry(level: .info, message: message) }

  /// What the backlog gives out of these, and which of them were news.
  private func pass(
    _ entries: [LogEntry],
    through backlog: inout LogBacklog
  ) -> (news: [Bool], given: [LogEntry]) {
    let news = entries.map { backlog.append($0) }
    return (news, backlog.takeAll())
  }

  @Test func `entries are given out in order, and the first of them is news each time`() {
    var backlog = LogBacklog()
    for _ in 0..<2 {
      let (news, given) = pass([entry("a"), entry("b")], through: &backlog)
      #expect(news == [true, false])
      #expect(given == [entry("a"), entry("b")])
    }
    #expect(pass([], through: &backlog).given.isEmpty)
  }

  @Test func `what there is no room for is counted and told behind the rest`() {
    var backlog = LogBacklog()
    let entries = (0..<LogBacklog.entryLimit + 3).map { entry("\($0)") }
    let given = pass(entries, through: &backlog).given
    #expect(given.count == LogBacklog.entryLimit + 1)
    #expect(given.last?.metadata == ["count": "3"])
    #expect(pass([], through: &backlog).given.isEmpty)
  }

  @Test func `an entry that is larger than all the room is lost, which is news`() {
    var backlog = LogBacklog()
    let text = String(repeating: "a", count: LogBacklog.sizeLimit)
    let tooLarge = LogEntry(level: .info, message: text, metadata: ["a": ""])
    let (news, given) = pass([tooLarge], through: &backlog)
    #expect(news == [true])
    #expect(given.map(\.metadata) == [["count": "1"]])
    #expect(pass([entry(text)], through: &backlog).given == [entry(text)])
  }

  @Test func `a closed backlog takes no more`() {
    var backlog = LogBacklog()
    _ = backlog.append(entry("a"))
    backlog.close()
    let (news, given) = pass([entry("b")], through: &backlog)
    #expect(news == [false])
    #expect(given == [entry("a")])
  }
}
