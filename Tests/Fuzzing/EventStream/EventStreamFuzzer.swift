import NetwatchService

@testable import NetwatchHTTPServer

/// What libFuzzer calls with every input: the target of a request, and behind a line's end the value of
/// `Last-Event-ID`.
///
/// What is made of them has to keep its promises, and to agree with a reading that is as plain as can be.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
  let target = String(decoding: parts[0], as: UTF8.self)
  guard let query = RequestTarget(target)?.query else { return 0 }
  check(query, header: parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil)
  return 0
}

private func check(_ query: [ServerQueryItem], header: String?) {
  // As the server hands it on: a value that can't be sent is none.
  let headers = header.flatMap { try? ServerHeader("last-event-id", $0) }.map { [$0] } ?? []
  let names = query.filter { $0.name == "types" }.flatMap { $0.value.split(separator: ",") }
  let known = names.compactMap { EventType(rawValue: String($0)) }
  let mayBeRead =
    !query.contains { $0.name == "types" } || (!names.isEmpty && known.count == names.count)
  do throws(EventQueryError) {
    let read = try EventQuery(headers: headers, query: query)
    require(mayBeRead, "types that there are not were taken: \(names)")
    require(known.isEmpty || read.types == Set(known), "\(names) became \(read.types)")
    require(!read.types.isEmpty, "nothing is wanted")
    check(read.start, headers.first?.value ?? query.first { $0.name == "lastEventID" }?.value ?? "")
  } catch {
    require(!mayBeRead, "\(names) was refused")
    require(!error.description.utf8.contains { $0 < 0x20 }, "the complaint has a break")
  }
}

private func check(_ start: EventStart, _ id: String) {
  switch start {
  case .present: require(id.isEmpty, "\(id.debugDescription) was taken for none")
  case .after(let number):
    require(number >= 0, "\(number) is no id")
    let zeros = id.prefix { $0 == "0" }.count
    require(
      String(repeating: "0", count: number == 0 ? zeros - 1 : zeros) + "\(number)" == id,
      "\(id.debugDescription) became \(number)"
    )
  case .unknown:
    let isPlain = !id.isEmpty && id.utf8.count < 19 && id.utf8.allSatisfy { (48...57).contains($0) }
    require(!id.isEmpty && !isPlain, "\(id.debugDescription) was not taken")
  }
}

/// Ends the process where a property does not hold, which is what libFuzzer calls a finding.
private func require(_ holds: Bool, _ complaint: @autoclosure () -> String) {
  if !holds { fatalError(complaint()) }
}
