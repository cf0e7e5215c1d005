import FoundationEssentials
import NetwatchJobs

/// The failed attempts of a job as they are stored, in JSON.
enum AttemptsText {
  /// nil where there are none.
  static func encoded(_ attempts: JobAttempts) -> String? {
    guard !attempts.isEmpty, let data = try? JSONEncoder().encode(attempts) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  /// What cannot be read counts as none: it must not keep the job from running.
  static func decoded(_ text: String?) -> JobAttempts {
    guard let text else { return JobAttempts() }
    return (try? JSONDecoder().decode(JobAttempts.self, from: Data(text.utf8))) ?? JobAttempts()
  }
}
