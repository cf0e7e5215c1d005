import NetwatchCore
import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// Settings that make no sense are named when the source is built.
@Suite(.timeLimit(.minutes(1)))
struct ConfigurationTests {
  @Test(arguments: BadSetting.all)
  func `a setting that makes no sense is named`(setting: BadSetting) {
    let error = #expect(throws: DataSourceConfigurationError.self) {
      try setting.apply(builder).buildValidated()
    }
    #expect(error?.description == setting.text)
  }

  @Test func `of the same modifier the last counts`() throws {
    let source = try builder.ttl(.zero).ttl(.seconds(1)).retry(maxAttempts: 0).retry(maxAttempts: 1)
      .buildValidated()
    #expect(source.snapshot.value == nil)
  }

  @Test func `the first setting that makes no sense is named, and no build is used up`() throws {
    let builder = builder.debounce(.zero)
    let error = #expect(throws: DataSourceConfigurationError.self) {
      try builder.ttl(.zero).buildValidated()
    }
    #expect(error?.description.hasPrefix("the time to live") == true)
    let source = try builder.debounce(.seconds(1)).buildValidated()
    #expect(source.snapshot.value == nil)
  }

  @Test(arguments: [Duration.nanoseconds(1), .seconds(Int64.max), .seconds(100 * 365 * 86_400)])
  func `every duration above zero makes sense`(duration: Duration) throws {
    _ = try builder.ttl(duration).throttle(duration, last: true).debounce(duration)
      .autoRefresh(duration).staleWhileRevalidate(for: duration)
      .retry(
        strategy: .exponentialBackoff(
          maxAttempts: Int.max,
          initialDelay: duration,
          multiplier: Double.greatestFiniteMagnitude,
          maxDelay: duration
        )
      )
      .buildValidated()
  }
}

/// A new one each time: each builds one source.
private var builder: DataSourceBuilder<Int?> {
  dataSource {
    1 as Int?
  } onError: { _ in
    .keep
  }
}

/// A setting, and what is said of it.
struct BadSetting: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let apply: @Sendable (DataSourceBuilder<Int?>) -> DataSourceBuilder<Int?>

  var testDescription: String { name }

  static let all = durations + attempts + delays + multipliers + [staleWithoutTTL]

  /// Of the modifiers that take a time above zero.
  private static let durations: [Self] = timed.flatMap { name, subject, apply in
    lengths.map { length, text in
      Self(name: "\(name) \(text)", text: "\(subject) is \(text); expected more than 0 s") {
        apply($0, length)
      }
    }
  }

  private typealias Timed = @Sendable (DataSourceBuilder<Int?>, Duration) -> DataSourceBuilder<Int?>

  private static let timed: [(String, String, Timed)] = [
    ("ttl", "the time to live", { $0.ttl($1) }),
    ("ttl with clear", "the time to live", { $0.ttl($1, clear: true) }),
    ("throttle", "the throttle's interval", { $0.throttle($1) }),
    ("throttle with last", "the throttle's interval", { $0.throttle($1, last: true) }),
    ("debounce", "the debounce's interval", { $0.debounce($1) }),
    ("autoRefresh", "the interval of autoRefresh", { $0.autoRefresh($1) }),
    (
      "staleWhileRevalidate", "the time of staleWhileRevalidate",
      { $0.ttl(.seconds(1)).staleWhileRevalidate(for: $1) }
    ),
  ]

  private static let lengths: [(Duration, String)] = [
    (.zero, "0 s"), (.seconds(-1), "-1 s"), (.nanoseconds(-1_000_000), "-0.001 s"),
    (.seconds(Int64.min), "-9223372036854775808 s"),
  ]

  private static let attempts = [0, -1, Int.min].flatMap { count in
    let text = "maxAttempts is \(count); expected 1 or more"
    return [
      Self(name: "retry(maxAttempts: \(count))", text: text) { $0.retry(maxAttempts: count) },
      Self(name: "retry(maxAttempts: \(count)) asking", text: text) {
        $0.retry(maxAttempts: count) { _ in .retry }
      },
      Self(name: "a backoff \(count) times", text: text) {
        $0.retry(strategy: RetryStrategy(maxAttempts: count, backoff: .standard))
      },
      Self(name: "an exponential backoff \(count) times", text: text) {
        $0.retry(strategy: .exponentialBackoff(maxAttempts: count, initialDelay: .seconds(1)))
      },
    ]
  }

  private static let delays = [
    Self(name: "delay", text: "the delay is -1 s; expected zero or more") {
      $0.retry(maxAttempts: 3, delay: .seconds(-1))
    },
    Self(name: "initialDelay", text: "the initial delay is -1 s; expected zero or more") {
      $0.retry(strategy: .exponentialBackoff(maxAttempts: 3, initialDelay: .seconds(-1)))
    },
    Self(name: "maxDelay", text: "the longest delay is -1 s; expected zero or more") {
      $0.retry(
        strategy: .exponentialBackoff(
          maxAttempts: 3,
          initialDelay: .seconds(1),
          maxDelay: .seconds(-1)
        )
      )
    },
  ]

  private static let multipliers = [0.999, 0, -2, .nan, .infinity, -.infinity].map { multiplier in
    Self(
      name: "multiplier \(multiplier)",
      text: "the multiplier is \(multiplier); expected a number that is 1 or more"
    ) {
      $0.retry(
        strategy: .exponentialBackoff(
          maxAttempts: 3,
          initialDelay: .seconds(1),
          multiplier: multiplier
        )
      )
    }
  }

  private static let staleWithoutTTL = Self(
    name: "staleWhileRevalidate without ttl",
    text: """
      staleWhileRevalidate is set without ttl; expected a ttl, for a value to become stale
      """
  ) { $0.staleWhileRevalidate() }
}
