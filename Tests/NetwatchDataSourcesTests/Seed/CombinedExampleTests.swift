import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// The seed's source that combines all features, as it stands there, on a manual clock.
@Suite(.timeLimit(.minutes(1)))
struct CombinedExampleTests {
  private let clock = ManualClock()
  private let userSource: DataSource<User?>
  private let feedSource: DataSource<[Post]>
  private let fetched: Journal<Duration>

  init() async throws {
    let clock = clock
    let fetched = Journal<Duration>()
    self.fetched = fetched
    userSource = dataSource {
      User(id: 7, name: "Ada")
    } onError: { _ in
      .keep
    }.build()
    try await userSource.refresh()
    feedSource =
      dataSource(
        userSource.values.dependency(.eager, clear: true)
      ) { user in
        guard let user = user else { return [] }
        fetched.append(clock.now.offset)
        return try await API.getFeed(userId: user.id)
      } onError: { error in
        print("Feed error:", error)
        return .keep
      }
      .ttl(.seconds(300))  // Cache for 5 minutes
      .throttle(.seconds(2))  // Limit refresh rate
      .debounce(.milliseconds(300))  // Debounce rapid calls
      .autoRefresh(.seconds(30))  // Auto-refresh every 30s
      .distinct()  // Filter duplicates
      .retry(
        strategy: .exponentialBackoff(
          maxAttempts: 3,
          initialDelay: .seconds(1),
          multiplier: 2.0
        )
      )
      .requires(NetworkPrerequisite())  // Only fetch when online
      .clock(clock)
      .build()
  }

  @Test func `it fetches for the user there is, debounced`() async throws {
    var values = feedSource.values.makeAsyncIterator()
    #expect(await values.next() == [])
    await clock.arrive(at: .milliseconds(300))
    #expect(await values.next() == [Post(userId: 7)])
    #expect(fetched.entries == [.milliseconds(300)])
  }

  @Test func `it answers from the cache for 5 minutes`() async throws {
    try await haveFirstFeed()
    clock.advance(by: .seconds(299))
    #expect(try await feedSource.refresh() == [Post(userId: 7)])
    #expect(fetched.entries.count == 1)
  }

  @Test func `it refreshes every 30 seconds for subscribers and filters duplicates`() async throws {
    let values = feedSource.values(bufferingPolicy: .unbounded)
    let states = feedSource.state(bufferingPolicy: .unbounded)
    var reader = states.makeAsyncIterator()
    #expect(await reader.next()?.isRefreshing == false)
    for moment in [300, 30_600, 60_900] {
      await clock.arrive(at: .milliseconds(moment))
      #expect(await reader.next()?.isRefreshing == true)
      #expect(await reader.next()?.isRefreshing == false)
    }
    feedSource.terminate()
    #expect(await values.all() == [[], [Post(userId: 7)]])
    #expect(fetched.entries == [300, 30_600, 60_900].map { .milliseconds($0) })
  }

  @Test func `it is cleared and fetched anew for another user`() async throws {
    try await haveFirstFeed()
    let values = feedSource.values(bufferingPolicy: .unbounded)
    var reader = values.makeAsyncIterator()
    #expect(await reader.next() == [Post(userId: 7)])
    try await userSource.refresh()
    #expect(await reader.next() == [])
    await clock.arrive(at: .milliseconds(600))
    #expect(await reader.next() == [Post(userId: 7)])
  }

  private func haveFirstFeed() async throws {
    let call = feedSource.call()
    await clock.arrive(at: .milliseconds(300))
    #expect(try await call.value == [Post(userId: 7)])
  }
}

extension API {
  static func getFeed(userId: Int) async throws -> [Post] { [Post(userId: userId)] }
}
