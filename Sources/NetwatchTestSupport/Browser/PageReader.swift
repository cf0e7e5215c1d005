import Glibc

/// A headless browser that looks at a page, as `Tests/Pages/look.py` describes.
package enum PageReader {
  /// Whether there is a browser here, and what drives it.
  package static let isAvailable = ["chromium", "chromedriver", "python3"].allSatisfy { program in
    folders.contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// Starts to look at a page.
  ///
  /// - Parameters:
  ///   - url: The page.
  ///   - options: What to look for: `--until`, `Offline`.
  ///   - prefix: What to run it by: `ip`, `netns`, `exec`, NAME.
  /// - Returns: The program that drives the browser; its status is zero where nothing is wrong.
  /// - Throws: ``SystemCallFailure`` where it cannot be started.
  package static func look(
    at url: String,
    _ options: [String],
    by prefix: [String] = []
  ) throws -> ChildProcess {
    try ChildProcess.start(prefix + ["python3", folder + "/look.py", url] + options)
  }

  /// A document that pages are tested with.
  package static func document(_ name: String) throws -> String {
    try SmallFile.read("\(folder)/documents/\(name)")
  }

  /// A script of the service's page.
  package static func script(_ name: String) throws -> String {
    try SmallFile.read("\(folder)/../../Sources/NetwatchService/Page/Web/\(name)")
  }

  private static let folders =
    getenv("PATH").map { String(cString: $0).split(separator: ":") } ?? []

  private static let folder =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Tests/Pages"
}

extension ChildProcess {
  /// Waits until a browser has seen a text.
  package func sees(_ text: String) async throws {
    let line = try await nextLine(within: .seconds(40))
    guard line == "seen \(text)" else {
      throw PageFault(description: "Not \(text.debugDescription) was seen, but \(line ?? stderr)")
    }
  }

  /// Waits until a browser has looked at everything, and says what was wrong.
  package func verdict() async throws {
    let status = try await waitForExit(limit: .seconds(60))
    guard status != .success else { return }
    throw PageFault(description: stdout + stderr)
  }
}

/// What is wrong with a page.
package struct PageFault: Error, CustomStringConvertible {
  package let description: String
}
