import NetwatchCore
import NetwatchService

/// What libFuzzer calls with every input: the bytes of a configuration file.
///
/// What the reader makes of them is compared with what Foundation makes of them, and what the
/// configuration takes has to keep its promises.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  checkText(bytes)
  checkConfiguration(bytes)
  return 0
}

private func checkText(_ bytes: [UInt8]) {
  let node: JSON5Node
  do {
    node = try JSON5Reader.read(bytes)
  } catch {
    let lines = bytes.count { $0 == 0x0A } + 1
    require((1...lines).contains(error.line ?? 1), "there is no line \(error)")
    return
  }
  let value = ReferenceValue(node)
  guard value.isFinite, ReferenceValue.canJudge(bytes) else { return }
  let expected = ReferenceValue.decode(bytes)
  require(value == expected, "it is \(expected as Any), not \(value)")
}

private func checkConfiguration(_ bytes: [UInt8]) {
  do throws(ConfigurationError) {
    check(try ServiceConfiguration(text: bytes, file: "file"))
  } catch {
    let text = error.description
    require(text.hasPrefix("file:"), "the file is not named: \(text)")
    require(text.utf8.count < 2048, "the complaint is long: \(text)")
    require(!text.unicodeScalars.contains(where: \.isUnsafeOnTerminal), "it is unsafe: \(text)")
  }
}

private func check(_ configuration: ServiceConfiguration) {
  let changes = ServiceConfiguration.changes(from: ServiceConfiguration(), to: configuration)
  let isSame = configuration == ServiceConfiguration()
  require(changes.isEmpty == isSame, "a change was lost or made up: \(changes)")
  require(configuration.listen.mode & ~0o770 == 0, "others have permissions")
  require(
    configuration.listen.tcpPort == nil || configuration.listen.tokenFile != nil,
    "there is a port without a token"
  )
  let times = [configuration.monitor.probeInterval, configuration.http.timeout]
  let allowed = Duration.seconds(1)...DurationText.longest
  require(times.allSatisfy(allowed.contains), "a time is out of bounds: \(times)")
  for template in configuration.execTemplates.values { check(template) }
  for case .text(let text) in configuration.http.headers.values.flatMap(\.values) {
    require(!text.utf8.contains { $0 < 0x20 }, "a field has a break in its value")
  }
}

private func check(_ template: ExecTemplate) {
  require(template.program.hasPrefix("/"), "\(template.program) is looked up")
  let texts = template.arguments.map { "\($0)" } + template.environment.map { "\($0)=\($1)" }
  require(!texts.contains { $0.utf8.contains(0) }, "an argument would be cut")
  for case .parameter(let parameter) in template.arguments {
    guard case .choice(let words) = parameter.kind else { continue }
    require(!words.contains { $0.hasPrefix("-") }, "a choice is an option: \(words)")
  }
}

/// Ends the process where a property does not hold, which is what libFuzzer calls a finding.
private func require(_ holds: Bool, _ complaint: @autoclosure () -> String) {
  if !holds { fatalError(complaint()) }
}
