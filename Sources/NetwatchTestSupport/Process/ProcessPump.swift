import CLinux
import Glibc

/// Feeds a child its input and reads its output, from one thread, without ever blocking on one of
/// them while another waits.
struct ProcessPump: ~Copyable {
  /// What one turn brought.
  struct Chunk {
    var stdout: [UInt8] = []
    var stderr: [UInt8] = []
    /// Set on the last turn, whose chunk holds the rest of the output.
    var status: ProcessStatus?
  }

  let handle: ProcessHandle
  private var stdin: Descriptor?
  private var stdout: Descriptor?
  private var stderr: Descriptor?
  private var input: ArraySlice<UInt8>

  /// Takes over a child's pipes; its standard input is closed after the given bytes.
  init(_ process: consuming SpawnedProcess, input: [UInt8]) {
    handle = process.handle
    stdin = process.stdin.take()
    stdout = consume process.stdout
    stderr = consume process.stderr
    self.input = input[...]
    closeFinishedInput()
  }

  /// Waits for something to happen, at most until the deadline, and deals with it.
  mutating func turn(until deadline: Deadline) -> Chunk {
    // poll(2) skips negative numbers: what is closed is not asked about.
    var entries = [
      pollfd(fd: handle.descriptor.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stdin.number ?? -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: stdout.number ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stderr.number ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    _ = retryingInterrupts { poll(&entries, nfds_t(entries.count), deadline.pollTimeout) }
    if entries[1].revents != 0 { feed() }
    // The status first: whatever the child wrote before its end is then there to be read.
    let status = entries[0].revents != 0 ? handle.status : nil
    var chunk = Chunk(status: status)
    repeat {
      let (output, errors) = (Self.drain(&stdout), Self.drain(&stderr))
      chunk.stdout += output
      chunk.stderr += errors
      if output.isEmpty, errors.isEmpty { break }
    } while status != nil
    return chunk
  }

  private mutating func feed() {
    guard let number = stdin.number else { return }
    let count = writeWithoutSignal(number, input)
    if count < 0, errno == EAGAIN { return }
    input = count < 0 ? [] : input.dropFirst(count)
    closeFinishedInput()
  }

  private mutating func closeFinishedInput() {
    if input.isEmpty { stdin = nil }
  }

  private static func drain(_ descriptor: inout Descriptor?) -> [UInt8] {
    guard let number = descriptor.number else { return [] }
    switch readAvailable(number) {
    case .bytes(let bytes): return bytes
    case .nothingYet: return []
    case .end:
      descriptor = nil
      return []
    }
  }
}
