import NetwatchJobs

/// Something that is asked of the database, and whoever waits for it.
enum Call: Sendable {
  /// Jobs to be stored, which go together with those of others.
  case submit(Submission)

  /// Anything else.
  case request(Request)
}

/// Jobs that one caller submits.
struct Submission: Sendable {
  let jobs: [NewJob]
  let waiter: Waiter<[JobReceipt]>
}

/// One statement.
struct Request: Sendable {
  /// Makes it; called again where it has to be sent again.
  let statement: @Sendable (Fence) -> Statement

  /// Hands the answer over.
  let succeed: @Sendable (PostgresResult) -> Void

  /// Hands over why there is none.
  let fail: @Sendable (any Error) -> Void

  /// Whether nobody waits any more.
  let isOver: @Sendable () -> Bool
}

extension Request {
  /// A statement whose answer is read on the store's thread.
  init<Value: Sendable>(
    _ waiter: Waiter<Value>,
    statement: @escaping @Sendable (Fence) -> Statement,
    read: @escaping @Sendable (PostgresResult) throws(JobStoreError) -> Value
  ) {
    self.statement = statement
    succeed = { result in
      waiter.settle(Result { () throws(any Error) in try read(result) })
    }
    fail = { waiter.settle(.failure($0)) }
    isOver = { waiter.isOver }
  }
}

extension Call {
  var isOver: Bool {
    switch self {
    case .submit(let submission): submission.waiter.isOver
    case .request(let request): request.isOver()
    }
  }

  func fail(_ error: any Error) {
    switch self {
    case .submit(let submission): submission.waiter.settle(.failure(error))
    case .request(let request): request.fail(error)
    }
  }

  /// How much it is, for those who gather several.
  var jobCount: Int {
    guard case .submit(let submission) = self else { return 0 }
    return submission.jobs.count
  }

  /// The bytes of its payloads.
  var byteCount: Int {
    guard case .submit(let submission) = self else { return 0 }
    return submission.jobs.reduce(0) { $0 + $1.payload.count }
  }
}
