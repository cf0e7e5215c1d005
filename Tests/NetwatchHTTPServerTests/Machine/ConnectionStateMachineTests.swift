import Testing

@testable import NetwatchHTTPServer

@Suite("What follows from what happens to a connection") struct ConnectionStateMachineTests {
  private static let receiving: [ConnectionEvent] = [.headCompleted, .bodyReceived(3)]
  private static let handling = receiving + [.bodyCompleted]
  private static let answered = handling + [.handled(.bytes([1, 2]))]
  private static let sending = answered + [.answerBegan(2)]
  private static let streaming = handling + [.handled(.stream(.test())), .streamBegan()]
  private static let dry = streaming + [.streamRanDry]

  private func machine(after events: [ConnectionEvent]) -> ConnectionStateMachine {
    var machine = ConnectionStateMachine()
    for event in events { _ = event.happen(to: &machine) }
    return machine
  }

  @Test(
    arguments: [
      ([], .headCompleted, "request"), ([.headCompleted], .bodyReceived(3), ""),
      (receiving, .bodyCompleted, "unlimited, suspension begins"),
      (receiving + [.bodyReceived(98)], .bodyCompleted, "unlimited"),
      (handling, .handled(.bytes([])), "suspension ends"),
      (answered, .answerBegan(2), "answer(bytes: 2)"), (sending, .completed(), "idle"),
      (answered, .streamBegan(), ""), (streaming, .streamRanDry, "suspension beginsWatched"),
      (streaming, .streamMoved(), ""), (dry, .streamMoved(), "suspension ends"),
      (dry, .streamMoved(hasEnded: true), "request, suspension ends"),
      (dry + [.streamMoved(hasEnded: true)], .streamMoved(hasEnded: true), ""),
      (streaming, .completed(), "idle, disconnected"),
    ] as [([ConnectionEvent], ConnectionEvent, String)]
  )
  func `A request goes its way`(before: [ConnectionEvent], event: ConnectionEvent, words: String) {
    var machine = machine(after: before)
    #expect(event.happen(to: &machine).words == words)
  }

  @Test(
    arguments: [
      ([], .expired, "unlimited, shutdown"), ([], .givenUp, "shutdown"),
      ([], .refused, "serviceUnavailable, shutdown"), ([], .hungUp, ""),
      (receiving, .expired, "unlimited, requestTimeout, shutdown"),
      (handling, .givenUp, "shutdown"),
      (handling + [.givenUp], .handled(.bytes([])), "suspension ends"),
      (answered, .givenUp, "shutdown"), (sending, .expired, "unlimited, shutdown"),
      (streaming, .givenUp, "shutdown"), (dry, .givenUp, "shutdown, suspension ends"),
      (dry, .expired, "unlimited, shutdown, suspension ends"),
      (dry, .hungUp, "disconnected, suspension ends"),
      (handling + [.handled(.stream(.test()))], .completed(), "idle, disconnected"),
      ([], .serverStopped, "shutdown"), (receiving, .serverStopped, ""),
      (handling, .serverStopped, ""), (sending, .serverStopped, ""),
      (dry, .serverStopped, "stopped"),
      (answered, .streamBegan(isStopping: true), "stopped"),
      (sending, .completed(isStopping: true), "idle, shutdown"),
    ] as [([ConnectionEvent], ConnectionEvent, String)]
  )
  func `A connection ends`(before: [ConnectionEvent], event: ConnectionEvent, words: String) {
    var machine = machine(after: before)
    #expect(event.happen(to: &machine).words == words)
  }

  @Test(
    arguments: [
      ([], "head"), (receiving, "body"), (handling, "close"), (answered, "answer"),
      (sending, "close"), (streaming, "close"), (sending + [.completed()], "head"),
      (receiving + [.givenUp], "close"), (answered + [.givenUp], "close"),
      (dry + [.hungUp, .completed()], "close"),
    ] as [([ConnectionEvent], String)]
  )
  func `It is known what the library asks for next`(events: [ConnectionEvent], call: String) {
    #expect("\(machine(after: events).nextCall)".hasPrefix(call))
  }

  @Test(
    arguments: [
      ([], 0, 0), (receiving, 3, 0), (receiving + [.bodyReceived(97)], 100, 0),
      (receiving + [.bodyReceived(98)], 0, 0), (handling, 3, 0), (answered, 0, 0), (sending, 0, 2),
      (dry, 0, 0), (sending + [.completed()], 0, 0),
    ] as [([ConnectionEvent], Int, Int)]
  )
  func `It is known what bodies and answers hold`(events: [ConnectionEvent], held: Int, answer: Int)
  {
    let machine = machine(after: events)
    #expect(machine.heldBytes == held)
    #expect(machine.answerBytes == answer)
  }

  @Test(
    arguments: [
      (100, 150, [], nil), (99, 150, [], 413), (100, 49, [], 503), (60, 49, [61], 413),
      (100, 49, [1], 503), (101, 50, [1], nil), (100, 50, [1], 413),
    ] as [(Int, Int, [Int], Int?)]
  )
  func `A body that is too much is read and not kept`(
    limit: Int,
    room: Int,
    then parts: [Int],
    status: Int?
  ) {
    var request = PartialRequest.test()
    request.append([UInt8](repeating: 1, count: 50), limit: limit, room: room)
    request.append([UInt8](repeating: 1, count: 50), limit: limit, room: room)
    for count in parts {
      request.append([UInt8](repeating: 1, count: count), limit: limit, room: room)
    }
    #expect(request.refusal?.status == status)
    #expect(request.body.isEmpty == (status != nil))
  }
}
