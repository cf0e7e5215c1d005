internal import NetwatchCore
internal import NetwatchJobs
internal import NetwatchSystem

/// Runs what jobs of the kind `exec` ask for.
final class ExecJobRunner: Sendable {
  /// What a program exits with that will fail the same way each time: it was called wrongly, or what
  /// it was given is no good (EX_USAGE and EX_DATAERR of sysexits.h).
  private static let permanentStatuses: [Int32] = [64, 65]

  private let configuration: CurrentConfiguration

  init(_ configuration: CurrentConfiguration) {
    self.configuration = configuration
  }

  /// What the scheduler runs.
  var handler: JobHandler {
    JobHandler(ExecJob.jobKind) { job, context in try await self.run(job, context) }
  }

  private func run(_ job: ExecJob, _ context: JobContext) async throws {
    var call = try call(for: job)
    call.environment.merge(Self.variables(of: context)) { own, _ in own }
    let outcome: ProgramOutcome
    do {
      outcome = try await ProgramRun.run(call)
    } catch let error as ProgramCallError {
      // The program can be put there while the job waits.
      throw ExecJobFailure(.outOfResources, "\(error)")
    }
    guard outcome.end != .exited(0) || outcome.isTimedOut else { return }
    let failure = ExecJobFailure(outcome, timeout: call.timeout)
    if case .exited(let status) = outcome.end, Self.permanentStatuses.contains(status) {
      throw PermanentJobFailure(failure.description)
    }
    throw failure
  }

  /// The template may have changed since the job was submitted.
  ///
  /// It can be changed back while the job waits; work that was accepted is not thrown away for it.
  private func call(for job: ExecJob) throws(ExecJobFailure) -> ProgramCall {
    guard let template = configuration.value.execTemplates[job.template] else {
      throw ExecJobFailure(
        .invalidRequest,
        "the configuration has no template \(job.template) any more"
      )
    }
    do throws(JobRefusal) {
      return try template.call(job.arguments, at: .body["exec"]["arguments"])
    } catch {
      throw ExecJobFailure(.invalidRequest, "the template takes this no longer: \(error)")
    }
  }

  /// What a program needs that may be run twice for one job.
  private static func variables(of context: JobContext) -> [String: String] {
    [
      "NETWATCH_JOB": "\(context.id)", "NETWATCH_ATTEMPT": "\(context.attempt)",
      "NETWATCH_IDEMPOTENCY_KEY": context.idempotencyKey,
    ]
  }
}
