import NetwatchJobs

/// Says how a store differs from what the contract promises.
package struct ConformanceFailure: Error, CustomStringConvertible {
  package let sentence: String
  package let location: String

  package init(_ sentence: String, fileID: String = #fileID, line: Int = #line) {
    self.sentence = sentence
    location = "\(fileID):\(line)"
  }

  package var description: String { "\(sentence) (\(location))" }
}

/// Throws ``ConformanceFailure`` unless a condition holds.
func demand(
  _ condition: Bool,
  _ sentence: @autoclosure () -> String,
  fileID: String = #fileID,
  line: Int = #line
) throws {
  guard !condition else { return }
  throw ConformanceFailure(sentence(), fileID: fileID, line: line)
}

/// Throws ``ConformanceFailure`` unless a value is the one expected.
func demand<Value: Equatable>(
  _ what: String,
  _ found: Value,
  is expected: Value,
  fileID: String = #fileID,
  line: Int = #line
) throws {
  guard found != expected else { return }
  throw ConformanceFailure("\(what): \(found) instead of \(expected)", fileID: fileID, line: line)
}

/// Throws ``ConformanceFailure`` unless a store refuses something with a certain code.
func demand<Value>(
  _ what: String,
  throws code: JobStoreError.Code,
  fileID: String = #fileID,
  line: Int = #line,
  _ body: () async throws -> Value
) async throws {
  var outcome = "it was done"
  do {
    _ = try await body()
  } catch let error as JobStoreError where error.code == code {
    return
  } catch {
    outcome = "\(error)"
  }
  let sentence = "\(what) has to fail with \(code); \(outcome)"
  throw ConformanceFailure(sentence, fileID: fileID, line: line)
}
