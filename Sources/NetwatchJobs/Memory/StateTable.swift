/// A value for each state of a job.
struct StateTable<Value: Sendable>: Sendable {
  private var values: [Value]

  init(_ initial: Value) {
    values = Array(repeating: initial, count: JobState.allCases.count)
  }

  subscript(state: JobState) -> Value {
    _read { yield values[Int(state.rawValue)] }
    _modify { yield &values[Int(state.rawValue)] }
  }
}
