// GET requests by URLSession, so many at a time. Prints the requests a second.
//
//   urlsession_load URL COUNT CONCURRENCY

import Foundation
import FoundationNetworking

guard CommandLine.arguments.count == 4, let url = URL(string: CommandLine.arguments[1]),
  let count = Int(CommandLine.arguments[2]), let concurrency = Int(CommandLine.arguments[3])
else { exit(2) }

let configuration = URLSessionConfiguration.default
configuration.httpMaximumConnectionsPerHost = concurrency
configuration.urlCache = nil
let session = URLSession(configuration: configuration)

let beginning = ContinuousClock.now
try await withThrowingTaskGroup(of: Void.self) { group in
  for _ in 0..<concurrency {
    group.addTask {
      for _ in 0..<count / concurrency { _ = try await session.data(from: url) }
    }
  }
  try await group.waitForAll()
}
let taken = (ContinuousClock.now - beginning) / .seconds(1)
print("rate=\(Int(Double(count / concurrency * concurrency) / taken))")
