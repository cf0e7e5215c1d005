import NetwatchDataSources
import Testing

/// Mistakes of the program end the process, with a message, in release builds too.
@Suite(.timeLimit(.minutes(2)))
struct BuildTests {
  @Test func `build() ends the process where a setting makes no sense, and names it`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = dataSource {
        1 as Int?
      } onError: { _ in
        .keep
      }.ttl(.zero).build()
    }
    expect(result, says: "the time to live is 0 s; expected more than 0 s")
  }

  @Test func `a second build() of one builder ends the process`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let builder = dataSource {
        1 as Int?
      } onError: { _ in
        .keep
      }
      _ = builder.build()
      _ = builder.build()
    }
    expect(result, says: "a data source was built twice from one builder")
  }

  @Test func `so does one of a builder that was derived from it`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let builder = dataSource {
        1 as Int?
      } onError: { _ in
        .keep
      }
      _ = try builder.buildValidated()
      _ = try builder.ttl(.seconds(1)).buildValidated()
    }
    expect(result, says: "call dataSource once for each source")
  }

  private func expect(_ result: ExitTest.Result?, says sentence: String) {
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(text.contains(sentence))
  }
}
