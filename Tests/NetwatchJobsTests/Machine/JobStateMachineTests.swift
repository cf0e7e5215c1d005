import NetwatchCore
import NetwatchJobs
import Testing

@Suite("The life of one job")
struct JobStateMachineTests {
  private static let start = BootInstant(nanoseconds: 0)

  private static func after(_ seconds: Int) -> BootInstant {
    start.advanced(by: .seconds(seconds))
  }

  private static func running() -> JobStateMachine {
    var job = JobStateMachine()
    _ = job.claimed(until: after(30))
    return job
  }

  @Test("A job without a time is ready, and one with a time becomes ready then, not before")
  func due() {
    var job = JobStateMachine(due: Self.after(5))
    #expect(job.timePassed(at: Self.after(4), deadline: nil, vanishLimit: 3) == nil)
    #expect(job.state == .waiting)
    #expect(job.timePassed(at: Self.after(5), deadline: nil, vanishLimit: 3) == .becameDue)
    #expect(job.state == .ready)
    #expect(JobStateMachine().state == .ready)
  }

  @Test(
    "A run ends as its report says",
    arguments: [
      (JobOutcome.succeeded, JobState.succeeded, 1),
      (.dead(reason: "permanent"), .dead, 1),
      (.again(after: .zero, isCounted: true), .ready, 1),
      (.again(after: .seconds(2), isCounted: true), .waiting, 1),
      (.again(after: .zero, isCounted: false), .ready, 0),
      (.again(after: .seconds(2), isCounted: false), .waiting, 0),
    ]
  )
  func outcome(_ outcome: JobOutcome, state: JobState, attempt: Int) {
    var job = Self.running()
    #expect(job.ended(1, outcome, at: Self.after(1)) == true)
    #expect(job.state == state)
    #expect(job.attempt == attempt)
  }

  @Test("A report with an older token changes nothing, whatever it says")
  func fencing() {
    var job = Self.running()
    _ = job.timePassed(at: Self.after(30), deadline: nil, vanishLimit: 3)
    #expect(job.claimed(until: Self.after(60)) == 2)
    let before = job
    #expect(job.ended(1, .succeeded, at: Self.after(31)) == false)
    #expect(job.renewed(1, until: Self.after(90)) == false)
    #expect(job == before)
    #expect(job.ended(2, .succeeded, at: Self.after(31)) == true)
  }

  @Test("A report after the lease counts as long as nobody else has the job")
  func lateReport() {
    var job = Self.running()
    #expect(job.ended(1, .succeeded, at: Self.after(300)) == true)
    #expect(job.state == .succeeded)
  }

  @Test("A job whose worker vanishes three times in a row is dead; a report in between forgives")
  func vanishing() {
    var job = JobStateMachine()
    for run in 1...2 {
      _ = job.claimed(until: Self.after(30 * run))
      let change = job.timePassed(at: Self.after(30 * run), deadline: nil, vanishLimit: 3)
      #expect(change == .workerVanished)
      #expect(job.state == .ready)
    }
    var forgiven = job
    let token = forgiven.claimed(until: Self.after(90))
    #expect(
      forgiven.ended(token, .again(after: .zero, isCounted: true), at: Self.after(70)) == true
    )
    #expect(forgiven.vanished == 0)
    _ = job.claimed(until: Self.after(90))
    _ = job.timePassed(at: Self.after(90), deadline: nil, vanishLimit: 3)
    #expect(job.state == .dead)
    #expect(job.attempt == 3)
  }

  @Test("The deadline ends a job that does not run, and leaves one that does to its worker")
  func deadline() {
    var (ready, waiting) = (JobStateMachine(), JobStateMachine(due: Self.after(60)))
    var running = Self.running()
    for second in [9, 10] {
      for change in [
        ready.timePassed(at: Self.after(second), deadline: Self.after(10), vanishLimit: 3),
        waiting.timePassed(at: Self.after(second), deadline: Self.after(10), vanishLimit: 3),
      ] { #expect(change == (second == 10 ? .deadlinePassed : nil)) }
      let change = running.timePassed(
        at: Self.after(second),
        deadline: Self.after(10),
        vanishLimit: 3
      )
      #expect(change == nil)
    }
    #expect(ready.state == .dead && waiting.state == .dead && running.state == .running)
  }

  @Test("Whatever is not finished can be cancelled, and the run that had it can't report any more")
  func cancelling() {
    var job = Self.running()
    #expect(job.cancelled() == true)
    #expect(job.ended(1, .succeeded, at: Self.after(1)) == false)
    #expect(job.state == .cancelled)
    #expect(job.cancelled() == false)
  }

  @Test("Waiting, dead and cancelled jobs can be made to run; others are left as they are")
  func reviving() {
    var waiting = JobStateMachine(due: Self.after(60))
    #expect(waiting.revived() == true)
    #expect(waiting.state == .ready)
    #expect(waiting.revived() == false)
    var dead = Self.running()
    _ = dead.ended(1, .dead(reason: "why"), at: Self.after(1))
    #expect(dead.revived() == true)
    #expect(dead.state == .ready)
    #expect(dead.claimed(until: Self.after(60)) == 2)
    #expect(dead.revived() == false)
  }
}
