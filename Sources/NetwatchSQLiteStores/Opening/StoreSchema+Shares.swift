extension StoreSchema {
  /// Has finished jobs found by their owners, who have fair shares of what is kept.
  static let shares = """
    DROP INDEX netwatch_finished;
    CREATE INDEX netwatch_finished ON netwatch_jobs (state, owner, finished)
      WHERE finished IS NOT NULL;
    """
}
