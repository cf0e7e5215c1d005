import NetwatchDataSources
import Testing

/// What the seed's text says of empty values.
struct EmptyValueTests {
  @Test func `Optional defaults to nil`() async throws {
    let source = dataSource {
      "a" as String?
    } onError: { _ in
      .keep
    }.build()
    #expect(source.snapshot.value == nil)
    #expect(try await source.refresh() == "a")
    source.clear()
    #expect(source.snapshot.value == nil)
  }

  @Test func `Array defaults to []`() async throws {
    let source = dataSource {
      [1] as [Int]
    } onError: { _ in
      .keep
    }.build()
    #expect(source.snapshot.value == [])
    #expect(try await source.refresh() == [1])
    source.clear()
    #expect(source.snapshot.value == [])
  }

  @Test func `Dictionary defaults to [:]`() async throws {
    let source = dataSource {
      ["a": 1] as [String: Int]
    } onError: { _ in
      .keep
    }.build()
    #expect(source.snapshot.value == [:])
    #expect(try await source.refresh() == ["a": 1])
    source.clear()
    #expect(source.snapshot.value == [:])
  }

  @Test func `custom types take emptyValue`() async throws {
    let source = dataSource {
      try await API.getData()
    } onError: { _ in
      .keep
    } emptyValue: {
      Blob.empty  // Custom empty value
    }
    .build()
    #expect(source.snapshot.value == .empty)
    #expect(try await source.refresh() == Blob(bytes: [1]))
    source.clear()
    #expect(source.snapshot.value == .empty)
  }

  @Test func `custom types take emptyValue with dependencies as well`() async throws {
    let source = dataSource(one(1).dependency(.manual), one(2).dependency(.manual)) {
      first,
      second in
      Blob(bytes: [first, second])
    } onError: { _ in
      .keep
    } emptyValue: {
      Blob.empty
    }
    .build()
    #expect(source.snapshot.value == .empty)
    #expect(try await source.refresh() == Blob(bytes: [1, 2]))
  }

  @Test func `five dependencies are handed over in order`() async throws {
    let source: DataSource<[UInt8]> = dataSource(
      one(1).dependency(.manual),
      one(2).dependency(.manual),
      one(3).dependency(.manual),
      one(4).dependency(.manual),
      one(5).dependency(.manual)
    ) { first, second, third, fourth, fifth in
      [first, second, third, fourth, fifth]
    } onError: { _ in
      .keep
    }
    .build()
    #expect(try await source.refresh() == [1, 2, 3, 4, 5])
  }

  /// A stream that has a value already.
  private func one(_ number: UInt8) -> AsyncStream<UInt8> {
    AsyncStream {
      $0.yield(number)
      $0.finish()
    }
  }
}

private struct Blob: Equatable {
  static let empty = Blob(bytes: [])
  var bytes: [UInt8]
}

extension API {
  fileprivate static func getData() async throws -> Blob { Blob(bytes: [1]) }
}
