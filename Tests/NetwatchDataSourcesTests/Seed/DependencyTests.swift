import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// What the seed's text says of dependencies.
@Suite(.timeLimit(.minutes(1)))
struct DependencyTests {
  private let trial = Trial()
  private let feed = Feed<Int>()

  @Test func `a source reacts to changes in other data sources`() async throws {
    let users = ScriptedFetch<User>()
    let userSource = dataSource {
      try await users() as User?
    } onError: { _ in
      .keep
    }.build()
    let postsSource: DataSource<[Post]> = dataSource(
      userSource.values.dependency(.eager, clear: true)
    ) { user in
      guard let user = user else { return [] }
      return try await API.getPosts(userId: user.id)
    } onError: { _ in
      .keep
    }
    .build()
    var posts = postsSource.values(bufferingPolicy: .unbounded).makeAsyncIterator()
    for id in 1...2 {
      let call = userSource.call()
      await users.calls(id)
      users.succeed(with: User(id: id, name: "Ada"))
      _ = try await call.value
      var told = await posts.next()
      // Nobody's posts, and the empty value in place of an earlier user's, come first.
      while told == [] { told = await posts.next() }
      #expect(told == [Post(userId: id)])
    }
  }

  @Test func `a change with clear: true replaces the value with the empty one`() async throws {
    let source = trial.source(dependingOn: feed.stream.dependency(.manual, clear: true)).build()
    await feed.give(1)
    try await trial.have(source, fetch: 1)
    await feed.give(2)
    #expect(source.snapshot.value == nil)
    #expect(source.snapshot.state.isEmpty)
  }

  @Test func `a change without it keeps the value`() async throws {
    let source = trial.source(dependingOn: feed.stream.dependency(.manual)).build()
    await feed.give(1)
    try await trial.have(source, fetch: 1)
    await feed.give(2)
    #expect(source.snapshot.value == 1)
  }

  @Test func `.eager refreshes immediately when a dependency changes, even without subscribers`()
    async
  {
    let source = trial.source(dependingOn: feed.stream.dependency(.eager)).build()
    for number in 1...3 {
      await feed.give(number)
      #expect(source.snapshot.state.isRefreshing)
      await trial.fetch.calls(number)
      trial.fetch.succeed(with: number)
    }
  }

  @Test func `.lazy refreshes only when there are subscribers`() async throws {
    let source = trial.source(dependingOn: feed.stream.dependency(.lazy)).build()
    let values = source.values(bufferingPolicy: .unbounded)
    await feed.give(1)
    await trial.fetch.calls(1)
    trial.fetch.succeed(with: 1)
    var reader = values.makeAsyncIterator()
    #expect(await reader.next() == .some(nil))
    #expect(await reader.next() == 1)
    await feed.give(2)
    #expect(source.snapshot.state.isRefreshing)
    source.terminate()
  }

  @Test func `.lazy without subscribers is deferred until the first subscriber arrives`()
    async throws
  {
    let source = trial.source(dependingOn: feed.stream.dependency(.lazy)).build()
    await feed.give(1)
    await feed.give(2)
    #expect(!source.snapshot.state.isRefreshing)
    let values = source.values
    #expect(source.snapshot.state.isRefreshing)
    await trial.fetch.calls(1)
    source.terminate()
    #expect(await values.all() == [nil])
  }

  @Test func `.manual does not refresh on changes, only when asked to`() async throws {
    let source = trial.source(dependingOn: feed.stream.dependency(.manual)).build()
    let values = source.values(bufferingPolicy: .unbounded)
    await feed.give(1)
    await feed.give(2)
    #expect(!source.snapshot.state.isRefreshing)
    try await trial.have(source, fetch: 1)
    source.terminate()
    #expect(await values.all() == [nil, 1])
    #expect(trial.fetch.count == 1)
  }

  @Test func `two dependencies that change together make one debounced fetch with both`()
    async throws
  {
    let (queries, filters) = (Feed<String>(), Feed<[String]>())
    let asked = Journal<String>()
    let resultsSource: DataSource<[String]> = dataSource(
      queries.stream.dependency(.eager, clear: true),
      filters.stream.dependency(.eager, clear: true)
    ) { query, filters in
      asked.append("\(query) \(filters)")
      return [query]
    } onError: { _ in
      .keep
    }
    .debounce(.milliseconds(300))
    .clock(trial.clock)
    .build()
    var results = resultsSource.values(bufferingPolicy: .unbounded).makeAsyncIterator()
    await queries.give("swift")
    await filters.give([])
    await trial.clock.arrive(at: .milliseconds(300))
    #expect(await results.next() == [])
    #expect(await results.next() == ["swift"])
    await queries.give("rust")
    await filters.give(["new"])
    #expect(await results.next() == [])
    await trial.clock.arrive(at: .milliseconds(600))
    #expect(await results.next() == ["rust"])
    #expect(asked.entries == ["swift []", "rust [\"new\"]"])
  }
}

struct Post: Equatable {
  var userId: Int
}

extension API {
  static func getPosts(userId: Int) async throws -> [Post] { [Post(userId: userId)] }
}
