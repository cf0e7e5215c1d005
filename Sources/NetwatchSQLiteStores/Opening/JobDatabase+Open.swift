import NetwatchSQLite

extension JobDatabase {
  /// Opens the file of a store, makes it where it is not there, and brings it up to date.
  ///
  /// - Throws: ``JobStoreError``.
  static func open(_ settings: DatabaseSettings) throws -> JobDatabase {
    let path = try StorePath.prepare(settings.path, creates: true)
    return try StoreFile.reportingErrors(of: path.file) {
      let connection = try StoreFile.connect(path)
      try StoreFile.prepare(connection, path, .jobs)
      try adopt(connection, settings)
      return try database(over: connection, path, settings)
    }
  }

  /// Opens the file once more, for long looks at it that nobody shall wait for.
  static func openForReading(_ settings: DatabaseSettings) throws -> JobDatabase {
    let path = try StorePath.prepare(settings.path, creates: false)
    return try StoreFile.reportingErrors(of: path.file) {
      let connection = try StoreFile.connect(path)
      try connection.execute("PRAGMA query_only = ON")
      return try database(over: connection, path, settings)
    }
  }
}
