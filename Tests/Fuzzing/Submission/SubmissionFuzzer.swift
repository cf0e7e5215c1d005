import NetwatchCore
import NetwatchJobs

@testable import NetwatchService

/// What libFuzzer calls with every input: the body of a request that submits jobs.
///
/// What is taken has to be fit for a store and for the network, and what is refused is refused in one
/// line that can be shown.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  do throws(JobRefusal) {
    let (jobs, isList) = try SubmittedJob.decodeAll(bytes)
    require((1...1000).contains(jobs.count) && (isList || jobs.count == 1), "there are too many")
    for job in jobs { try check(job) }
  } catch {
    check(error)
  }
  checkPayload(bytes)
  return 0
}

private let maker: JobMaker = {
  var configuration = ServiceConfiguration()
  configuration.http.bodyLimit = 64
  configuration.http.headers = ["https://a": ["A": .credential("c"), "B": .text("b")]]
  var template = ExecTemplate(program: "/t", destination: "t")
  template.arguments = [
    .parameter(.init(name: "i", kind: .integer(1...9))),
    .parameter(.init(name: "w", kind: .word(pattern: "a*"))),
    .parameter(.init(name: "p", kind: .path(pattern: nil))),
  ]
  configuration.execTemplates["t"] = template
  return JobMaker(configuration: configuration, runsPrograms: true)
}()

private func check(_ submitted: SubmittedJob) throws(JobRefusal) {
  let job = try maker.newJob(submitted, owner: "1")
  require(try maker.newJob(submitted, owner: "1") == job, "it is another job the second time")
  let options = job.options
  require((1...255).contains(options.destination.utf8.count), "the destination has no length")
  require(options.uniqueKey.map { (1...128).contains($0.utf8.count) } ?? true, "the key is long")
  let times = [options.notBefore ?? .zero, options.deadline ?? .zero]
  require(times.allSatisfy { (.zero...DurationText.longest).contains($0) }, "a time is too long")
  require(options.owner == "1", "it is somebody else's")
  switch job.kind {
  case "http": checkHTTP(job)
  case "exec": checkExec(job)
  default: fatalError("there is no kind \(job.kind)")
  }
}

private func checkHTTP(_ job: NewJob) {
  guard let http = try? HTTPJob(payload: job.payload) else { fatalError("it cannot be read") }
  require(http.payload == job.payload, "it is read as something else")
  require(http.bodyCount <= 64, "the body is long")
  require(http.url.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "the URL breaks the line")
  require(!http.url.contains("#"), "the URL has a fragment")
  require(job.options.destination.hasPrefix("http"), "the destination is no origin")
  require(!job.options.destination.contains("@"), "the destination names a user")
  require(!isThisHost(job.options.destination), "this host would be asked")
  for field in http.fields {
    let lower = field.name.lowercased()
    require(!["host", "content-length", "transfer-encoding"].contains(lower), "it frames itself")
    require(!field.name.utf8.contains { $0 <= 0x20 || $0 == 0x3A || $0 == 0x7F }, "it is no name")
    switch field.value {
    case .text(let text):
      require(!text.utf8.contains { $0 < 0x20 && $0 != 9 }, "a value begins another field")
    case .credential(let name):
      require(name == "c" && job.options.destination == "https://a:443", "it gives secrets away")
    }
  }
}

/// Whether a destination is this host, or a link's own, by its text alone: `127.0.x` is a name.
private func isThisHost(_ destination: String) -> Bool {
  let port = destination.lastIndex(of: ":") ?? destination.endIndex
  let host = destination[..<port].drop { $0 != "/" }.drop { $0 == "/" }
  let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { part in
    part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt8(part) : nil
  }
  let isAddress = parts.count == 4 && !parts.contains(nil)
  return ["localhost", "[::1]"].contains(host) || host.hasPrefix("[::ffff:7f")
    || (isAddress && (parts[0] == 127 || parts[0] == 0 || parts[0] == 169 && parts[1] == 254))
}

private func checkExec(_ job: NewJob) {
  guard let exec = try? ExecJob(payload: job.payload) else { fatalError("it cannot be read") }
  require(exec.payload == job.payload, "it is read as something else")
  require(exec.template == "t" && exec.arguments.count == 3, "it is not what the template takes")
  let values = exec.arguments.values
  require(values.allSatisfy { !$0.hasPrefix("-") && !$0.utf8.contains(0) }, "it is an option")
  require(exec.arguments["p"]?.split(separator: "/").contains("..") == false, "it leads elsewhere")
}

/// The bytes may as well be what a damaged disk has.
private func checkPayload(_ bytes: [UInt8]) {
  if let http = try? HTTPJob(payload: bytes) { _ = http.payload }
  if let exec = try? ExecJob(payload: bytes) { _ = exec.payload }
}

private func check(_ refusal: JobRefusal) {
  let text = refusal.description
  require(!refusal.field.isEmpty, "no field is named: \(text)")
  require(text.utf8.count < 4096, "the refusal is long: \(text)")
  require(!text.unicodeScalars.contains(where: \.isUnsafeOnTerminal), "it is unsafe: \(text)")
}

/// Ends the process where a property does not hold, which is what libFuzzer calls a finding.
private func require(
  _ holds: @autoclosure () throws(JobRefusal) -> Bool,
  _ complaint: @autoclosure () -> String
) {
  if (try? holds()) != true { fatalError(complaint()) }
}
