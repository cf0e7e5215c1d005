extension ServiceJobDetails {
  private enum Key: String, CodingKey {
    case http, exec, why, idempotencyKey, attempts, omittedAttempts, transitions
  }

  /// Reads the object of the service's, in which the job's own members stand beside the others.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    job = try ServiceJob(from: decoder)
    why = try object.decodeIfPresent(String.self, forKey: .why) ?? ""
    idempotencyKey = try object.decodeIfPresent(String.self, forKey: .idempotencyKey)
    attempts = try object.decodeIfPresent([Attempt].self, forKey: .attempts) ?? []
    omittedAttempts = try object.decodeIfPresent(Int.self, forKey: .omittedAttempts) ?? 0
    transitions = try object.decodeIfPresent([Transition].self, forKey: .transitions) ?? []
    if let request = try object.decodeIfPresent(HTTPWork.self, forKey: .http) {
      work = .http(request)
    } else if let program = try object.decodeIfPresent(ExecWork.self, forKey: .exec) {
      work = .exec(program)
    } else {
      work = .other
    }
  }

  /// Writes the same object.
  public func encode(to encoder: any Encoder) throws {
    try job.encode(to: encoder)
    var object = encoder.container(keyedBy: Key.self)
    switch work {
    case .http(let request): try object.encode(request, forKey: .http)
    case .exec(let program): try object.encode(program, forKey: .exec)
    case .other: break
    }
    try object.encode(why, forKey: .why)
    try object.encodeIfPresent(idempotencyKey, forKey: .idempotencyKey)
    try object.encode(attempts, forKey: .attempts)
    try object.encode(omittedAttempts, forKey: .omittedAttempts)
    try object.encode(transitions, forKey: .transitions)
  }
}
