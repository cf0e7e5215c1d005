extension StoreSchema {
  /// Counts how often lanes were removed, so that whoever has the file open knows that what they have in
  /// mind of them may be no more.
  static let removedLanes = """
    ALTER TABLE netwatch_totals ADD COLUMN lane_removals INTEGER NOT NULL DEFAULT 0;
    """
}
