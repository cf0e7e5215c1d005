/// What the command tells its caller at the end.
enum ExitStatus: Int32, Sendable {
  /// Available; waited successfully; every endpoint answered.
  case yes = 0

  /// Unavailable; time ran out; an endpoint did not answer.
  case no = 1

  /// The arguments are wrong.
  case usage = 2

  /// The monitor could not work.
  case failure = 3

  init(_ isYes: Bool) {
    self = isYes ? .yes : .no
  }
}
