import Testing

@testable import NetwatchHTTP

@Suite("What comes next in a resumable upload")
struct TusStateMachineTests {
  enum Event: Sendable {
    case asked, created, conflicted, mismatched, interrupted
    case located(Int64), locatedOf(Int64, length: Int64)
    case accepted(Int64), gone
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var isCreated = false
    var chunk: Int64?
    let events: [Event]
    let next: TusStateMachine.Step?
  }

  static let rows = [
    Row(testDescription: "begins by asking", events: [], next: .ask),
    Row(testDescription: "creates", events: [.asked], next: .create),
    Row(
      testDescription: "locates what was begun",
      isCreated: true,
      events: [.asked],
      next: .locate
    ),
    Row(
      testDescription: "sends all at once",
      events: [.asked, .created],
      next: .send(from: 0, count: 100)
    ),
    Row(
      testDescription: "sends a chunk",
      chunk: 30,
      events: [.asked, .created],
      next: .send(from: 0, count: 30)
    ),
    Row(
      testDescription: "sends a last, shorter chunk",
      chunk: 30,
      events: [.asked, .created, .accepted(30), .interrupted, .located(90)],
      next: .send(from: 90, count: 10)
    ),
    Row(
      testDescription: "goes on from what was taken",
      events: [.asked, .created, .accepted(40)],
      next: .send(from: 40, count: 60)
    ),
    Row(
      testDescription: "ends at the length",
      events: [.asked, .created, .accepted(100)],
      next: .finish
    ),
    Row(
      testDescription: "locates after an interruption",
      events: [.asked, .created, .interrupted],
      next: .locate
    ),
    Row(
      testDescription: "goes back where the server has lost something",
      events: [.asked, .created, .accepted(40), .interrupted, .located(10)],
      next: .send(from: 10, count: 90)
    ),
    Row(
      testDescription: "is done where everything had arrived",
      events: [.asked, .created, .interrupted, .located(100)],
      next: .finish
    ),
    Row(
      testDescription: "keeps a creation that failed",
      events: [.asked, .interrupted],
      next: .create
    ),
    Row(
      testDescription: "locates after a conflict",
      events: [.asked, .created, .conflicted],
      next: .locate
    ),
    Row(
      testDescription: "sends the same after a mismatch",
      events: [.asked, .created, .mismatched],
      next: .send(from: 0, count: 100)
    ),
    Row(
      testDescription: "creates anew",
      isCreated: true,
      events: [.asked, .gone],
      next: .create
    ),
    Row(
      testDescription: "refuses an offset beyond the length",
      isCreated: true,
      events: [.asked, .located(101)],
      next: nil
    ),
    Row(
      testDescription: "refuses an upload of another length",
      isCreated: true,
      events: [.asked, .locatedOf(0, length: 99)],
      next: nil
    ),
    Row(
      testDescription: "refuses an offset beyond what was sent",
      chunk: 30,
      events: [.asked, .created, .accepted(31)],
      next: nil
    ),
    Row(
      testDescription: "refuses an offset before what was sent",
      events: [.asked, .created, .accepted(40), .accepted(39)],
      next: nil
    ),
    Row(
      testDescription: "sends everything anew after a loss, however many chunks that takes",
      chunk: 10,
      events: [.asked, .created] + (1...8).map { .accepted($0 * 10) } + [.interrupted, .located(0)]
        + (1...8).map { .accepted($0 * 10) },
      next: .send(from: 80, count: 10)
    ),
    Row(
      testDescription: "sends everything anew where it was created anew",
      chunk: 10,
      events: [.asked, .created] + (1...8).map { .accepted($0 * 10) } + [.gone, .created]
        + (1...8).map { .accepted($0 * 10) },
      next: .send(from: 80, count: 10)
    ),
    Row(
      testDescription: "gives up where everything is lost again and again",
      events: [.asked, .created, .accepted(50)]
        + Array(repeating: [.interrupted, .located(0), .accepted(50)], count: 5).flatMap(\.self),
      next: nil
    ),
    Row(
      testDescription: "gives up where nothing is taken",
      events: [.asked, .created] + Array(repeating: .accepted(0), count: 5),
      next: nil
    ),
    Row(
      testDescription: "gives up where the offset is never right",
      events: [.asked, .created]
        + Array(repeating: [.conflicted, .located(0)], count: 5).flatMap(\.self),
      next: nil
    ),
    Row(
      testDescription: "begins to count anew when something is taken",
      events: [.asked, .created] + Array(repeating: .mismatched, count: 4) + [.accepted(1)]
        + Array(repeating: .mismatched, count: 4),
      next: .send(from: 1, count: 99)
    ),
  ]

  @Test("The next step follows from what the server has said", arguments: rows)
  func next(_ row: Row) {
    var machine = TusStateMachine(length: 100, isCreated: row.isCreated)
    machine.chunkLength = row.chunk
    guard let next = row.next else {
      #expect(throws: TusFault.self) { try Self.play(row.events, &machine) }
      return
    }
    #expect(throws: Never.self) { try Self.play(row.events, &machine) }
    #expect(machine.next == next)
  }

  @Test("An upload is begun anew once")
  func once() {
    var machine = TusStateMachine(length: 100, isCreated: true)
    let answers = [machine.gone(), machine.gone()]
    #expect(answers == [true, false])
  }

  private static func play(_ events: [Event], _ machine: inout TusStateMachine) throws {
    for event in events {
      switch event {
      case .asked: machine.asked()
      case .created: machine.created()
      case .conflicted: try machine.conflicted()
      case .mismatched: try machine.mismatched()
      case .interrupted: machine.interrupted()
      case .located(let offset): try machine.located(at: offset, length: nil)
      case .locatedOf(let offset, let length): try machine.located(at: offset, length: length)
      case .accepted(let offset): try machine.accepted(upTo: offset)
      case .gone: _ = machine.gone()
      }
    }
  }
}
