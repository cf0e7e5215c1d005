import NetwatchCore
import NetwatchCurl
import NetwatchHTTP

/// What libFuzzer calls with every input: the bytes of a header as a server sends it.
///
/// The lines become fields as libcurl makes them, and go the way of a real answer's. What comes out is
/// compared with a reference that is slow and knows nothing of the code under test.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  checkDate(bytes)
  checkHeader(bytes)
  return 0
}

/// Two clocks, so that a date that is compared with the wrong one is noticed.
private let clocks = [
  WallTime(seconds: 784_111_777, nanoseconds: 500_000_000), WallTime(seconds: .max, nanoseconds: 0),
]

private func checkDate(_ bytes: [UInt8]) {
  let parsed = FixedDate.parse(bytes)?.seconds
  let expected = ReferenceDate.seconds(bytes)
  require(parsed == expected, "\(bytes) is \(expected as Any), not \(parsed as Any)")
  // Every input also stands for a moment, whose date must bring it back.
  let moment = ReferenceDate.moment(from: bytes)
  let rendered = ReferenceDate.text(of: moment)
  require(FixedDate.parse(rendered)?.seconds == moment, "\(rendered) is not read as \(moment)")
}

private func checkHeader(_ bytes: [UInt8]) {
  let fields = bytes.split(separator: 0x0A).map(field)
  let headers = HTTPHeaders(fields)
  require(headers.count == fields.count, "a field was lost or made up")
  for field in headers {
    let isClean = !field.value.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
    require(isClean, "\(field) has a break in its value")
    require(headers[field.name] != nil, "\(field) is not found by its own name")
  }
  for clock in clocks {
    let wait = RetryAfter.minimumWait(headers: headers, now: clock)
    let expected = ReferenceWait.minimum(fields, now: clock)
    require(wait == expected, "the wait is \(expected as Any), not \(wait as Any)")
    require(wait ?? .zero >= .zero, "the wait is negative")
  }
}

private func field(_ line: ArraySlice<UInt8>) -> CurlHeader {
  let name = line.prefix { $0 != UInt8(ascii: ":") }
  return CurlHeader(
    name: String(decoding: name, as: UTF8.self),
    value: String(decoding: line.dropFirst(name.count + 1), as: UTF8.self)
  )
}

/// Ends the process where a property does not hold, which is what libFuzzer calls a finding.
private func require(_ holds: Bool, _ complaint: @autoclosure () -> String) {
  if !holds { fatalError(complaint()) }
}
