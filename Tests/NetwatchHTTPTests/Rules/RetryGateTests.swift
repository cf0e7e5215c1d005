import NetwatchCore
import NetwatchHTTP
import Testing

@Suite("The gate before the chain")
struct RetryGateTests {
  @Test("decides every combination as the table of rules does")
  func allCombinations() {
    var (open, closed) = (0, 0)
    for situation in Situation.all {
      switch situation.gate.answer(to: situation.failure) {
      case .open(let reason):
        #expect(situation.mayRepeat, "\(situation): \(reason)")
        open += 1
      case .closed(let reason):
        #expect(!situation.mayRepeat, "\(situation): \(reason)")
        closed += 1
      }
    }
    #expect(open > 1000 && closed > 1000)
  }

  @Test(
    "bears what befell others with lost connections",
    arguments: [
      (.get, false, .connectionLost, false, true), (.head, false, .connectionLost, false, true),
      (.put, false, .connectionLost, false, true), (.delete, false, .connectionLost, false, true),
      (.post, false, .connectionLost, false, false),
      (.patch, false, .connectionLost, false, false),
      (.post, true, .connectionLost, false, true), (.post, false, .refused, false, true),
      (.patch, false, .nameNotResolved, false, true), (.post, false, .status(503), false, false),
      (.post, false, .status(503), true, true), (.post, false, .status(429), false, true),
      (.post, false, .timeout, true, false), (.post, false, .status(500), true, false),
    ] as [(HTTPMethod, Bool, NetworkErrorType, Bool, Bool)]
  )
  func lostConnections(
    method: HTTPMethod,
    hasKey: Bool,
    type: NetworkErrorType,
    hasRetryAfter: Bool,
    mayRepeat: Bool
  ) {
    var request = NetworkRequest(method: method, url: "http://a.example/")
    request.idempotencyKey = hasKey ? "k1" : nil
    let answer = RetryGate(request).answer(to: .init(type, hasRetryAfter: hasRetryAfter))
    #expect(answer.isOpen == mayRepeat)
  }

  @Test("has the same again after a 409 to a request with a key, and never after a 422")
  func keys() {
    var request = NetworkRequest(method: .post, url: "http://a.example/")
    #expect(!RetryGate(request).passes(.init(.status(409))))
    request.idempotencyKey = "k1"
    let gate = RetryGate(request)
    #expect(gate.passes(.init(.status(409))))
    #expect(!gate.passes(.init(.status(422))) && !gate.passes(.init(.status(503))))
    #expect(gate.answer(to: .init(.status(409))).isOpen)
    request.retrySafety = .always
    #expect(
      RetryGate(request).answer(to: .init(.status(422)))
        == .closed("the Idempotency-Key was used for another request")
    )
  }

  @Test("takes a key among the fields for one")
  func keyField() {
    let request = NetworkRequest(
      method: .post,
      url: "http://a.example/",
      headers: ["idempotency-key": "\"k\""]
    )
    #expect(RetryGate(request).answer(to: .init(.connectionLost)).isOpen)
  }

  @Test(
    "lets the transport repeat what is safe without looking at the failure",
    arguments: [
      (.get, false, .automatic, true, true), (.post, false, .automatic, true, false),
      (.post, true, .automatic, true, true), (.post, false, .always, true, true),
      (.get, false, .never, true, false), (.get, true, .always, false, false),
    ] as [(HTTPMethod, Bool, RetrySafety, Bool, Bool)]
  )
  func transport(
    method: HTTPMethod,
    hasKey: Bool,
    safety: RetrySafety,
    isReplayable: Bool,
    isSafe: Bool
  ) {
    var request = NetworkRequest(method: method, url: "http://a.example/")
    request.idempotencyKey = hasKey ? "k1" : nil
    request.retrySafety = safety
    if !isReplayable { request.body = .source(BodySource(isReplayable: false) { _ in }) }
    #expect(RetryGate(request).isSafeToRepeat == isSafe)
  }
}

extension RetryGate.Answer {
  fileprivate var isOpen: Bool {
    if case .open = self { true } else { false }
  }
}

/// One combination of everything that the gate looks at, judged by the sentences of the design.
private struct Situation {
  let gate: RetryGate
  let failure: RetryGate.Failure

  static let methods: [HTTPMethod] = [.get, .head, .put, .delete, .options, .trace, .post, .patch]
  static let types: [NetworkErrorType] =
    [400, 408, 409, 422, 429, 500, 502, 503, 504].map(NetworkErrorType.status) + [
      .nameNotResolved, .refused, .unreachable, .connectTimeout, .timeout, .connectionLost,
      .untrusted, .secureConnectionFailed, .malformedResponse, .outOfResources, .unknown,
    ]

  static var all: [Self] {
    methods.flatMap { method in
      [false, true].flatMap { hasKey in
        [RetrySafety.automatic, .always, .never].flatMap { safety in
          [false, true].flatMap { isReplayable in
            failures.map { failure in
              let request = request(method, hasKey, safety, isReplayable)
              return Self(gate: RetryGate(request), failure: failure)
            }
          }
        }
      }
    }
  }

  private static func request(
    _ method: HTTPMethod,
    _ hasKey: Bool,
    _ safety: RetrySafety,
    _ isReplayable: Bool
  ) -> NetworkRequest {
    var request = NetworkRequest(method: method, url: "http://a.example/")
    request.idempotencyKey = hasKey ? "k1" : nil
    request.retrySafety = safety
    request.body = .source(BodySource(isReplayable: isReplayable) { _ in })
    return request
  }

  private static var failures: [RetryGate.Failure] {
    types.flatMap { type in
      [0, 1].flatMap { bytes in
        [false, true].flatMap { hasRetryAfter in
          [nil, true].map { nothingReached in
            RetryGate.Failure(
              type,
              nothingReachedServer: nothingReached,
              hasRetryAfter: hasRetryAfter,
              bodyBytesTaken: Int64(bytes)
            )
          }
        }
      }
    }
  }

  var mayRepeat: Bool {
    let isKeyRefused = gate.hasIdempotencyKey && failure.type == .status(422)
    let isBodyGone = !gate.isBodyReplayable && failure.bodyBytesTaken > 0
    let serverDidNotAct =
      failure.nothingReachedServer || failure.type == .status(429)
      || (failure.type == .status(503) && failure.hasRetryAfter)
      || [.nameNotResolved, .refused, .unreachable, .connectTimeout].contains(failure.type)
    let isSafe =
      switch gate.safety {
      case .always: true
      case .never: false
      case .automatic:
        !["POST", "PATCH"].contains(gate.method.rawValue) || gate.hasIdempotencyKey
          || serverDidNotAct
      }
    return isSafe && !isKeyRefused && !isBodyGone
  }
}
