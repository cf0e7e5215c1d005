import Glibc
import NetwatchTestSupport
import Testing

@Suite("The server that these tests need")
struct ServerTests {
  @Test("It can be run where it is required: nothing is skipped in silence there")
  func isThere() {
    let isRequired = getenv("NETWATCH_REQUIRE_POSTGRES") != nil
    #expect(PostgresCluster.isAvailable || !isRequired)
  }
}
