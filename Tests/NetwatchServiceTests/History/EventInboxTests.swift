import NetwatchCore
import NetwatchJobs
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite("The inbox of events")
struct EventInboxTests {
  private let now = WallTime(seconds: 9, nanoseconds: 0)

  private func names(_ inputs: [HistoryInput]) -> [String] {
    inputs.map { input in
      switch input {
      case .began(let entry, _): "began \(entry.level)"
      case .event(.state(let entry), _): "\(entry.level)"
      case .event(.gap(let reason), _): "gap: \(reason)"
      case .event(.interruption, _): "interruption"
      case .event(.job(let job), _): "job \(job.id)"
      case .event(.probe(let probe), _): "probe \(probe.endpoint)"
      }
    }
  }

  @Test("What goes in comes out in its order, once")
  func order() {
    var inbox = EventInbox()
    inbox.append(began: .test(.none))
    inbox.append(transitions: [.test(1), .test(2)], at: now)
    inbox.append(state: .test(.full))
    inbox.append(
      probes: [ProbeReport(endpoint: "a", family: .ipv4, outcome: .success)],
      at: now
    )
    let (inputs, lost) = inbox.take(at: now)
    #expect(names(inputs) == ["began none", "job 1", "job 2", "full", "probe a"])
    #expect(lost == 0)
    let rest = inbox.take(at: now).inputs
    #expect(rest.isEmpty)
  }

  @Test("Only the first to append has to tell somebody, until all is taken")
  func announcing() {
    var inbox = EventInbox()
    let before = [inbox.announces(), inbox.announces(), inbox.announces()]
    #expect(before == [true, false, false])
    _ = inbox.take(at: now)
    let after = inbox.announces()
    #expect(after)
  }

  @Test("Beyond the bound events are counted and left out, but no state")
  func bound() {
    var inbox = EventInbox()
    let batch = (1...EventInbox.limit).map { JobTransition.test($0) }
    inbox.append(transitions: batch, at: now)
    inbox.append(state: .test(.full))
    inbox.append(state: .test(.portal))
    inbox.append(transitions: [.test(1), .test(2)], at: now)
    inbox.append(state: .test(.none))
    inbox.append(state: .test(.full))
    let (inputs, lost) = inbox.take(at: now)
    #expect(lost == 2)
    #expect(inputs.count == EventInbox.limit + 5)
    let gap = "gap: 2 events came too fast to be written"
    #expect(names(inputs).suffix(5) == ["full", "portal", gap, "none", "full"])
    inbox.append(transitions: [.test(3)], at: now)
    let rest = inbox.take(at: now).inputs
    #expect(names(rest) == ["job 3"])
  }

  @Test("Of too many states the newest is kept")
  func tooManyStates() {
    var inbox = EventInbox()
    for _ in 1...EventInbox.stateLimit { inbox.append(state: .test(.none)) }
    inbox.append(state: .test(.full))
    inbox.append(state: .test(.portal))
    let (inputs, lost) = inbox.take(at: now)
    #expect(lost == 2)
    #expect(inputs.count == EventInbox.stateLimit + 2)
    #expect(
      names(inputs).suffix(2) == ["gap: 2 events came too fast to be written", "portal"]
    )
  }

  @Test("Of what could not be written only the newest state comes again, behind a note")
  func failure() {
    var inbox = EventInbox()
    inbox.append(state: .test(.none))
    inbox.append(transitions: [.test(1)], at: now)
    inbox.append(state: .test(.full))
    let taken = inbox.take(at: now).inputs
    inbox.append(transitions: [.test(2)], at: now)
    let (lost, state) = inbox.giveBack(taken, "no room", at: now)
    #expect(lost == 3)
    #expect(state?.level == .full)
    let again = inbox.take(at: now).inputs
    #expect(names(again) == ["gap: no room", "full", "job 2"])
    // It fails again: there is one note, however often.
    let lostThen = inbox.giveBack(again, "still no room", at: now).lost
    #expect(lostThen == 2)
    let rest = inbox.take(at: now).inputs
    #expect(names(rest) == ["gap: still no room", "full"])
  }

  @Test("A start that could not be written is one again")
  func start() {
    var inbox = EventInbox()
    inbox.append(began: .test(.none))
    inbox.append(state: .test(.full))
    let taken = inbox.take(at: now).inputs
    _ = inbox.giveBack(taken, "no room", at: now)
    let again = inbox.take(at: now).inputs
    #expect(names(again) == ["began full", "gap: no room"])
  }
}
