internal import CLinux
internal import Glibc
internal import NetwatchCore
internal import NetwatchLinux

/// The `netwatch` command, apart from its `main`.
public enum CommandLineTool {
  /// Does what the arguments say, and ends the process with the exit status: 0 yes, 1 no, 2 the
  /// arguments are wrong, 3 the monitor could not work; for `run` that of the command, or a number
  /// from 124 on.
  ///
  /// Call it once, from the main thread and before any other thread is started: `watch` blocks
  /// signals, and threads inherit what is blocked. It is no async function for the same reason: an
  /// async `main` leaves the main thread to libdispatch, which unblocks all signals in it.
  ///
  /// - Parameter arguments: The arguments, the program's name first.
  public static func run(_ arguments: [String]) -> Never {
    becomeService(arguments)
    StandardStreams.prepare()
    do {
      start(try Invocation.parse(Array(arguments.dropFirst())))
    } catch {
      exit(complain(about: error).rawValue)
    }
    while true { pause() }
  }

  /// Leaves to the service what is its own.
  private static func becomeService(_ arguments: [String]) {
    guard let command = arguments.dropFirst().first, ServiceSubcommand(rawValue: command) != nil
    else { return }
    let failure = ServiceProgram.become(arguments)
    StandardStreams.prepare()
    exit(complain(about: failure).rawValue)
  }

  private static func start(_ invocation: Invocation) {
    do {
      try DescriptorSupply.check()
      let action = try invocation.prepared()
      let loop = try EventLoop()
      // Not loose: its end is the end of the process, for which this thread waits. Everything runs on
      // the monitor's thread, because libdispatch, once it has a thread, wakes up every second.
      Task(executorPreference: loop.taskExecutor) {
        exit(await status(of: action, invocation, on: loop).rawValue)
      }
    } catch {
      exit(complain(about: error, invocation).rawValue)
    }
  }

  private static func status(
    of action: Invocation.Action,
    _ invocation: Invocation,
    on loop: EventLoop
  ) async -> ExitStatus {
    do {
      return try await action(loop)
    } catch {
      return complain(about: invocation.blame(for: error), invocation)
    }
  }

  /// Says what went wrong, and what that means for the exit status.
  private static func complain(
    about error: any Error,
    _ invocation: Invocation? = nil
  ) -> ExitStatus {
    StandardError.write("\(error)")
    return error is UsageError ? .usage : invocation?.failureStatus ?? .failure
  }
}

extension Invocation {
  /// What it means for the exit status that netwatch could not do what was asked for.
  fileprivate var failureStatus: ExitStatus {
    if case .command(.run, _) = self { .runFailure } else { .failure }
  }

  /// What is wrong with the arguments where the monitor refuses what they say, or else the error.
  fileprivate func blame(for error: any Error) -> any Error {
    guard case .command(let command, _) = self, let error = error as? ConnectivityError else {
      return error
    }
    switch error.code {
    case .configuration, .interface: return UsageError(error.description, command: command.rawValue)
    default: return error
    }
  }
}
