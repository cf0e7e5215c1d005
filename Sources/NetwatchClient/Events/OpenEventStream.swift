import NetwatchHTTP

/// A stream of events over one connection.
struct OpenEventStream {
  private var pieces: ResponseBody.Iterator
  private var parser: EventStreamParser
  private var messages: ArraySlice<EventStreamMessage> = []
  private let place: ServicePlace

  init(_ body: ResponseBody, after id: String, from place: ServicePlace) {
    pieces = body.makeAsyncIterator()
    parser = EventStreamParser(lastEventID: id)
    self.place = place
  }

  /// How long the service wants to be left alone when the stream breaks.
  var retryMilliseconds: Int64? { parser.retryMilliseconds }

  /// The id after everything that was read, where no message is left that has one of its own.
  var lastEventID: String? { messages.isEmpty ? parser.lastEventID : nil }

  /// The next message; nil at the end.
  mutating func next() async throws -> EventStreamMessage? {
    do {
      while messages.isEmpty {
        guard let piece = try await pieces.next() else { return nil }
        messages = try parser.parse(piece)[...]
      }
      return messages.popFirst()
    } catch let error as NetworkError {
      throw ServiceError(error, from: place)
    } catch is EventTooLong {
      throw ServiceError(.notUnderstood, "an event of \(place) is longer than 4 MiB")
    }
  }
}

extension ServiceClient {
  /// Begins a stream of events, once.
  func openEvents(_ types: [ServiceEventType], after id: String) async throws -> OpenEventStream {
    let names = types.map(\.rawValue).joined(separator: ",")
    var request = request(.get, "/v1/events", query: [("types", names)])
    request.headers.append("Accept", "text/event-stream")
    if !id.isEmpty { request.headers.append("Last-Event-ID", id) }
    do {
      let answer = try await once.stream(request)
      let type = answer.response.headers["Content-Type"] ?? ""
      guard type.lowercased().hasPrefix("text/event-stream") else {
        throw ServiceError(.notUnderstood, "what \(place) answers is no stream of events")
      }
      return OpenEventStream(answer.body, after: id, from: place)
    } catch let error as NetworkError {
      throw ServiceError(error, from: place)
    }
  }
}
