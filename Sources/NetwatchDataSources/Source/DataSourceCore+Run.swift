import NetwatchCore
import NetwatchSystem

extension DataSourceCore {
  /// Carries out a run: its task does nothing else, and is over when the machine is told so.
  func carryOut(_ run: Machine.RunID) async {
    do {
      let value = try await fetcher.fetch(
        runtime,
        parked: { isParked in self.perform { machine, _ in machine.parked(run, isParked) } },
        began: { self.perform { machine, now in machine.fetchBegan(run, at: now) } }
      )
      await succeeded(run, value)
    } catch {
      ended(run, await fetcher.judge(error))
    }
  }

  private func succeeded(_ run: Machine.RunID, _ value: Value) async {
    guard let stored else { return hold(value, of: run, isEnd: true) }
    hold(value, of: run, isEnd: false)
    await stored.changed()
    ended(run, .success)
  }

  private func ended(_ run: Machine.RunID, _ end: Machine.RunEnd) {
    perform { machine, now in machine.runEnded(run, end, at: now) }
  }

  /// Has the machine take a value, compared with the present one where no lock is held.
  private func hold(_ value: Value, of run: Machine.RunID, isEnd: Bool) {
    var isHeld = false
    while !isHeld {
      let compared = comparison(of: value)
      isHeld = perform { machine, now in
        guard machine.fetched(run, compared, at: now) else { return false }
        if isEnd { machine.runEnded(run, .success, at: now) }
        return true
      }
    }
  }

  private func comparison(of value: Value) -> FetchedValue<Value> {
    let (current, emptyValue, version) = storage.withLock { storage in
      (storage.machine.value, storage.machine.emptyValue, storage.machine.version)
    }
    return FetchedValue(
      value: value,
      repeatsCurrent: isRepeat?(current, value) ?? false,
      repeatsEmpty: isRepeat?(value, emptyValue) ?? false,
      comparedVersion: version
    )
  }
}

// MARK: - What is read from elsewhere

extension DataSourceCore {
  /// Begins to read the dependencies and the stored value.
  ///
  /// Immediate tasks: a value that a stream has already is there when the source is built.
  func start(_ dependencies: [DependencyReader]) {
    var readers = dependencies.enumerated().map { index, dependency in
      Task.immediateDetached { [weak self] in
        await dependency.read { [weak self] in
          self?.perform { machine, now in machine.dependencyArrived(index, at: now) } != nil
        }
      }
    }
    if let stored {
      let wall = runtime.clocks.wall
      readers.append(
        Task.detached { [weak self] in
          // Whoever has let go of the source may have cleared it first, which the store is told then.
          let copy = await stored.load(at: wall)
          self?.loaded(copy)
        }
      )
    }
    storage.withLock { [readers] in $0.readers = readers }
  }

  private func loaded(_ copy: (value: Value, age: Duration)?) {
    let stored = copy.map { (value: comparison(of: $0.value), age: $0.age) }
    perform { machine, now in
      machine.loaded(stored.map { ($0.value, now.advanced(by: .zero - $0.age)) }, at: now)
    }
  }
}
