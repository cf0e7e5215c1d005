import Dispatch

/// Does what blocks on a thread of its own, so that the tests beside it go on.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
{
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "blocking").async {
      continuation.resume(with: Result { try body() })
    }
  }
}
