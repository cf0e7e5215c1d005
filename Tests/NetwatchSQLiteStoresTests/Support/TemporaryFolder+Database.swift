import NetwatchTestSupport

extension TemporaryFolder {
  /// The path of a store in the folder.
  var database: String { file("jobs.db") }
}
