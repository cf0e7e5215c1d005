import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// What the seed's text says of distinct values.
@Suite(.timeLimit(.minutes(1)))
struct DistinctTests {
  private let users = ScriptedFetch<User>()

  @Test func `distinct() only emits when the value actually changes`() async throws {
    let told = try await told(
      by: builder.distinct().build(),
      fetching: [ada, ada, adele, adele, ada]
    )
    #expect(told == [nil, ada, adele, ada])
  }

  @Test func `without it every value is emitted`() async throws {
    let told = try await told(by: builder.build(), fetching: [ada, ada])
    #expect(told == [nil, ada, ada])
  }

  @Test func `a custom comparison compares by ID only`() async throws {
    let source =
      builder
      .distinct { old, new in
        old?.id == new?.id  // Compare by ID only
      }
      .build()
    let told = try await told(by: source, fetching: [ada, adele, User(id: 2, name: "Bo")])
    #expect(told == [nil, ada, User(id: 2, name: "Bo")])
  }

  @Test func `a refresh returns what was fetched even where it is not emitted`() async throws {
    let source = builder.distinct { $0?.id == $1?.id }.build()
    _ = try await told(by: source, fetching: [ada, adele])
    #expect(source.snapshot.value == adele)
  }

  private var builder: DataSourceBuilder<User?> {
    dataSource {
      try await users()
    } onError: { _ in
      .keep
    }
  }

  private func told(by source: DataSource<User?>, fetching fetched: [User]) async throws -> [User?]
  {
    let values = source.values(bufferingPolicy: .unbounded)
    for (number, user) in fetched.enumerated() {
      let call = source.call()
      await users.calls(number + 1)
      users.succeed(with: user)
      #expect(try await call.value == user)
    }
    source.terminate()
    return await values.all()
  }
}

private let ada = User(id: 1, name: "Ada")
private let adele = User(id: 1, name: "Adele")
