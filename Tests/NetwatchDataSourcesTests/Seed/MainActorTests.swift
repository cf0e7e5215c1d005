import NetwatchDataSources
import NetwatchTestSupport
import Observation
import Testing

/// The seed's service and view model, as they stand there.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct MainActorTests {
  @Test func `a service on the main actor caches, refreshes and streams`() async throws {
    let service = UserService()
    #expect(service.userSource.snapshot.value == nil)
    try await service.refresh()
    #expect(service.userSource.snapshot.value == User(id: 1, name: "Ada"))
  }

  @Test func `a view model shows what a service streams`() async throws {
    let model = ViewModel()
    model.observe()
    // Whoever comes after a refresh is not told of it.
    while !model.sawState, !Task.isCancelled { await Task.yield() }
    await model.refresh()
    try await eventually(within: .seconds(5)) { @MainActor in
      model.user?.name == "Ada" && !model.isLoading
    }
    #expect(model.sawLoading)
  }

  @Test func `closures use what lives on the main actor`() async throws {
    let counter = Counter()
    let source = counter.source()
    #expect(try await source.refresh() == 1)
    #expect(counter.count == 1)
    await #expect(throws: APIError.unauthorized) { try await source.refresh() }
    #expect(counter.errors == 1)
  }

  @Test func `a source lives on another actor as well`() async throws {
    let keeper = Keeper()
    #expect(try await keeper.refreshed() == 1)
  }
}

struct User: Equatable {
  var id: Int
  var name: String
}

enum APIError: Error { case unauthorized }

enum API {
  static func getUser() async throws -> User { User(id: 1, name: "Ada") }
}

@MainActor
class UserService {
  let userSource: DataSource<User?>

  init() {
    userSource = dataSource {
      try await API.getUser()
    } onError: { error in
      print("Error:", error)
      return .keep  // Keep cached data on error
    }
    .ttl(.seconds(300))  // Cache for 5 minutes
    .distinct()  // Only emit when user changes
    .build()
  }

  var user: AsyncStream<User?> {
    userSource.values
  }

  func refresh() async throws {
    try await userSource.refresh()
  }
}

@MainActor
@Observable
class ViewModel {
  let service = UserService()
  var user: User?
  var isLoading = false
  @ObservationIgnored var sawState = false
  @ObservationIgnored var sawLoading = false

  func observe() {
    Task {
      for await user in service.user {
        self.user = user
      }
    }
    Task {
      for await state in service.userSource.state(bufferingPolicy: .unbounded) {
        isLoading = state.isRefreshing
        (sawState, sawLoading) = (true, sawLoading || isLoading)
      }
    }
  }

  func refresh() async {
    try? await service.refresh()
  }
}

@MainActor
private final class Counter {
  var count = 0
  var errors = 0

  func source() -> DataSource<Int> {
    dataSource {
      self.count += 1
      guard self.count == 1 else { throw APIError.unauthorized }
      return self.count
    } onError: { _ in
      self.errors += 1
      return .keep
    } emptyValue: {
      0
    }
    .build()
  }
}

private actor Keeper {
  private var count = 0

  func refreshed() async throws -> Int? {
    let source: DataSource<Int?> = dataSource {
      self.count += 1
      return self.count
    } onError: { _ in
      self.count = 0
      return .clear
    }
    .build()
    return try await source.refresh()
  }
}
