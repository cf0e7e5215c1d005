import NetwatchTestSupport
import Testing

@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct IPBatchTests {
  @Test func `a command has been done when its outcome is told`() throws {
    let sandbox = try NetworkSandbox.base()
    var batch = try IPBatch(in: sandbox.name)
    for number in 0..<50 {
      #expect(try batch.run("route add 203.0.113.\(number)/32 dev v0") == nil)
      #expect(try sandbox.ip("route show 203.0.113.\(number)").contains("dev v0"))
    }
  }

  @Test func `a refused command tells why, and the next one runs`() throws {
    let sandbox = try NetworkSandbox.base()
    var batch = try IPBatch(in: sandbox.name)
    #expect(
      try batch.run("route add default via 198.51.100.1") == "RTNETLINK answers: File exists"
    )
    #expect(try batch.run("link set nope up") == #"Cannot find device "nope""#)
    #expect(try batch.run("link set v0 down") == nil)
  }

  @Test func `outcomes of many commands keep their order`() throws {
    let sandbox = try NetworkSandbox.base()
    var batch = try IPBatch(in: sandbox.name)
    let commands = (0..<200).map { "route add 203.0.113.\($0 % 100)/32 dev v0" }
    let outcomes = try batch.run(commands)
    #expect(outcomes.prefix(100).allSatisfy { $0 == nil })
    #expect(outcomes.dropFirst(100).allSatisfy { $0 == "RTNETLINK answers: File exists" })
  }

  @Test func `a command that ends the process is a failure like any other`() throws {
    let sandbox = try NetworkSandbox.base()
    var batch = try IPBatch(in: sandbox.name)
    #expect(try batch.run("link set v0 bar baz")?.contains("garbage") == true)
    #expect(try batch.run("link set v0 down") == nil)
  }

  @Test func `commands that print much do not stop`() throws {
    let sandbox = try NetworkSandbox.base()
    var batch = try IPBatch(in: sandbox.name)
    let outcomes = try batch.run([String](repeating: "addr show", count: 500))
    #expect(outcomes.allSatisfy { $0 == nil })
  }
}
