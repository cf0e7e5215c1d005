import CLinux
import Glibc
import NetwatchCore
import NetwatchSystemd

/// What a service does with its manager, a thing at a time.
enum ServiceWorker {
  static func main(_ arguments: [String]) async {
    do {
      switch arguments.dropFirst().first {
      case "notify": try notify()
      case "watchdog": try await watch()
      case "sockets": try takeSockets()
      case "log": try log()
      case "flood": try flood()
      case "credential": try readCredential(arguments.last ?? "")
      default: fail("expected: notify|watchdog|sockets|log|flood|credential NAME")
      }
    } catch {
      fail("\(error)")
    }
  }

  private static func fail(_ message: String) -> Never {
    print(message)
    exit(1)
  }

  private static func notify() throws {
    let notifier = ServiceNotifier()
    try notifier.ready()
    try notifier.reloading()
    try notifier.status("two jobs\nSTOPPING=1")
    try notifier.alive()
    try notifier.stopping()
  }

  /// Tells of the watchdog, and pings until it is killed.
  private static func watch() async throws {
    guard let watchdog = try ServiceWatchdog.expected() else { return print("none") }
    print(watchdog.limit)
    fflush(nil)
    try await watchdog.run { true }
  }

  /// Tells of the sockets, and which of their variables a child would inherit.
  private static func takeSockets() throws {
    for socket in try InheritedSockets.take() {
      let isClosedOnExec = fcntl(socket.descriptor, F_GETFD) & FD_CLOEXEC != 0
      print(socket.descriptor, socket.kind, isClosedOnExec ? "closed" : "kept")
    }
    let names = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]
    print("left:", names.filter { getenv($0) != nil })
  }

  private static func log() throws {
    let journal = try JournalSink(threshold: .info)
    journal.sink(.debug, "unseen", [:])
    journal.sink(.notice, "job began", ["job": "7", "retryAfter": "2 s"])
    journal.sink(.error, "two\nlines \u{1B}[31m", [:])
    journal.threshold = .critical
    journal.sink(.error, "unseen too", [:])
    print(journal.finish(within: .seconds(10)))
  }

  /// Logs more than waits or fits into a pipe, and does not wait for its reader.
  private static func flood() throws {
    let journal = try JournalSink()
    for _ in 0..<10_000 { journal.sink(.info, String(repeating: "a", count: 1_000), [:]) }
    print(journal.finish(within: .milliseconds(100)))
  }

  private static func readCredential(_ name: String) throws {
    print(try Credentials.system.read(name).text)
  }
}
