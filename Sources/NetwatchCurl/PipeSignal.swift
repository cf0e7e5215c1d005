import CLinux
import Glibc

/// SIGPIPE, which the thread of an engine has blocked and other threads may not.
enum PipeSignal {
  /// Does something with the signal blocked on the calling thread, and drops it where it came.
  static func withoutIt<Result>(_ body: () -> Result) -> Result {
    var signal = sigset_t()
    var former = sigset_t()
    unsafe sigemptyset(&signal)
    unsafe sigaddset(&signal, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signal, &former)
    defer {
      if unsafe sigismember(&former, SIGPIPE) == 0 {
        var none = timespec()
        unsafe sigtimedwait(&signal, nil, &none)
        unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
      }
    }
    return body()
  }
}
