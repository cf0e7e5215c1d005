/// Who drives an engine's transfers: its thread, or for a moment whoever brings a request.
///
/// A thread that sleeps takes longer to wake up than most requests take to begin. So the thread leaves
/// the helm while nothing is under way, and a caller may take it for that long.
struct Helm {
  private enum Holder {
    case thread
    case caller
    case nobody
  }

  private var holder = Holder.thread

  /// Whether a caller may take it while nobody has it.
  private var isFree = false

  /// Whether the thread was woken and has not come yet, or is to be once the caller is done.
  private var isThreadWanted = false

  /// When the thread comes by itself.
  private var alarm: ContinuousClock.Instant?

  /// The moment for which a caller had the thread woken in order to have it come earlier.
  private var callersAlarm: ContinuousClock.Instant?

  /// The thread is needed; says whether it must be woken for it.
  mutating func call() -> Bool {
    defer { if holder != .thread { isThreadWanted = true } }
    return holder == .nobody && !isThreadWanted
  }

  /// The thread takes it; false while a caller has it, who wakes the thread in the end.
  mutating func take() -> Bool {
    isThreadWanted = holder == .caller
    if !isThreadWanted { holder = .thread }
    return !isThreadWanted
  }

  /// The thread leaves it, and returns when it has to be back.
  ///
  /// That can be earlier than it says: what one caller needed the next one will, and is not to wake the
  /// thread for it again.
  mutating func leave(_ rest: Rest, at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    if let callersAlarm, callersAlarm <= now { self.callersAlarm = nil }
    holder = .nobody
    isFree = rest.isFree
    alarm = [rest.end, callersAlarm].compactMap(\.self).min()
    return alarm
  }

  /// A caller takes it; false where the thread has it, or is to have it first.
  mutating func lend() -> Bool {
    guard holder == .nobody, isFree, !isThreadWanted else { return false }
    holder = .caller
    return true
  }

  /// The caller is done; says whether the thread must be woken.
  mutating func giveBack(_ rest: Rest) -> Bool {
    holder = .nobody
    isFree = rest.isFree
    guard let end = rest.end, alarm.map({ end < $0 }) ?? true else { return isThreadWanted }
    callersAlarm = end
    isThreadWanted = true
    return true
  }

  /// What is left when nothing can be done at once.
  struct Rest {
    /// When something is to be done whatever happens; nil for never.
    let end: ContinuousClock.Instant?

    /// Whether a caller may begin a transfer: none is under way, and there are connections for it.
    let isFree: Bool
  }
}
