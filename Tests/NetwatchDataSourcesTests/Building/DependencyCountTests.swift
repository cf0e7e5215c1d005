import NetwatchDataSources
import Testing

/// A source may depend on any number of others, each of a type of its own.
@Suite(.timeLimit(.minutes(1)))
struct DependencyCountTests {
  private let words = AsyncStream { $0.yield("a") }

  @Test func `three dependencies`() async throws {
    let source: DataSource<String?> = dataSource(
      number(1).dependency(.manual),
      words.dependency(.manual),
      number(3).dependency(.manual)
    ) { first, second, third in
      "\(first)\(second)\(third)"
    } onError: { _ in
      .keep
    }
    .build()
    #expect(try await source.refresh() == "1a3")
  }

  @Test func `five dependencies, and a value of any type`() async throws {
    let source = dataSource(
      number(1).dependency(.manual),
      words.dependency(.manual),
      number(3).dependency(.manual),
      number(4).dependency(.lazy),
      number(5).dependency(.manual)
    ) { first, second, third, fourth, fifth in
      "\(first)\(second)\(third)\(fourth)\(fifth)"
    } onError: { _ in
      .keep
    } emptyValue: {
      ""
    }
    .build()
    #expect(try await source.refresh() == "1a345")
  }

  @Test func `the one that has given nothing is named`() async throws {
    let (silent, input) = AsyncStream.makeStream(of: Int.self)
    let source: DataSource<[Int]> = dataSource(
      number(1).dependency(.manual),
      number(2).dependency(.manual),
      number(3).dependency(.manual),
      number(4).dependency(.manual),
      silent.dependency(.manual)
    ) {
      [$0, $1, $2, $3, $4]
    } onError: { _ in
      .keep
    }
    .build()
    let error = await #expect(throws: DependencyUnavailableError.self) {
      try await source.refresh()
    }
    #expect(error?.index == 4)
    input.finish()
  }

  private func number(_ number: Int) -> AsyncStream<Int> {
    AsyncStream { $0.yield(number) }
  }
}
