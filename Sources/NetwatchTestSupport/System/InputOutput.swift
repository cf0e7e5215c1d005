import CLinux
import Glibc

/// What a read found.
enum ReadResult {
  case bytes([UInt8])
  case nothingYet
  case end
}

/// Reads what is there of a descriptor; an error counts as the end.
func readAvailable(_ descriptor: CInt, atMost count: Int = 65_536) -> ReadResult {
  let buffer = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
    // The end is no error, and leaves the number of an earlier one.
    errno = 0
    initializedCount = max(0, retryingInterrupts { read(descriptor, buffer.baseAddress, count) })
  }
  if !buffer.isEmpty { return .bytes(buffer) }
  return errno == EAGAIN ? .nothingYet : .end
}

/// Writes to a pipe without the signal that a vanished reader would cause.
///
/// SIGPIPE is left as it is for the process: the code under test may depend on it.
///
/// - Returns: How many bytes were taken, or -1 with `errno` set.
func writeWithoutSignal(_ descriptor: CInt, _ bytes: ArraySlice<UInt8>) -> Int {
  var pipeSignal = sigset_t()
  var previous = sigset_t()
  sigemptyset(&pipeSignal)
  sigaddset(&pipeSignal, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &pipeSignal, &previous)
  let count = bytes.withUnsafeBytes { buffer in
    retryingInterrupts { write(descriptor, buffer.baseAddress, buffer.count) }
  }
  let code = errno
  if count < 0, code == EPIPE {
    var now = timespec()
    sigtimedwait(&pipeSignal, nil, &now)
  }
  pthread_sigmask(SIG_SETMASK, &previous, nil)
  errno = code
  return count
}

/// Writes everything to a descriptor, waiting for room where it has none.
func writeAll(_ descriptor: CInt, _ bytes: [UInt8]) throws {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = writeWithoutSignal(descriptor, rest)
    if count < 0, errno == EAGAIN {
      waitFor(POLLOUT, on: descriptor, until: Deadline(within: .seconds(60)))
    } else {
      rest = rest.dropFirst(try check("write", count))
    }
  }
}

/// Waits for an event of poll(2), and tells whether it came before the deadline.
@discardableResult
func waitFor(_ event: CInt, on descriptor: CInt, until deadline: Deadline) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
  return retryingInterrupts { poll(&entry, 1, deadline.pollTimeout) } > 0
}
