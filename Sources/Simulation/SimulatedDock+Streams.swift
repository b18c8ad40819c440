import DockKit
import Hardware
import Quantities

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// What a dock tells its app: reports of its motion at a fixed rate, and news as it comes.

extension SimulatedDock {
  package func checkMotionStates() throws(DockKitError) {
    try look { world throws(DockKitError) in
      try world.checkDock()
      guard world.model.motionStateRate > 0 else { throw .notSupportedByDevice }
    }
  }

  package nonisolated(nonsending) func nextMotionState(
    after previous: Int
  ) async -> (number: Int, state: DockAccessory.MotionState)? {
    guard let waiters else { return Task.isCancelled ? nil : nextReport(after: previous) }
    let next = look { world in
      world.nextReport(after: previous).map { ($0, world.time(ofReport: $0)) }
    }
    guard let (number, time) = next, await wait(until: time, among: waiters) else { return nil }
    return look { $0.isDocked ? (number, $0.motionState) : nil }
  }

  /// The first report after number `previous`, or nil if no more will come by `deadline`, in
  /// nanoseconds.
  ///
  /// Waits on the virtual clock, so asking for reports is what lets the time pass.
  package func nextReport(
    after previous: Int, by deadline: Int = .max
  ) -> (number: Int, state: DockAccessory.MotionState)? {
    let next = look { world in
      world.nextReport(after: previous).map { ($0, world.time(ofReport: $0)) }
    }
    guard let (number, time) = next, wait(until: min(time, deadline)), time <= deadline else {
      return nil
    }
    return (number, motionState)
  }

  /// The report of the dock for this instant, without waiting for the next one.
  package var motionState: DockAccessory.MotionState { look { $0.motionState } }
}

// MARK: - News

extension SimulatedDock {
  package func checkAccessoryEvents() throws(DockKitError) -> Int {
    try look { world throws(DockKitError) in
      try world.checkDock()
      return world.news.events.end - 1
    }
  }

  package nonisolated(nonsending) func nextAccessoryEvent(
    after previous: Int
  ) async -> (number: Int, event: DockAccessory.AccessoryEvent)? {
    await nextNews { $0.events.next(after: previous) }.map { ($0.number, $0.element) }
  }

  package func checkBatteryStates() throws(DockKitError) -> Int {
    try look { world throws(DockKitError) in
      try world.checkDock()
      return world.news.batteries.end - 2
    }
  }

  package nonisolated(nonsending) func nextBatteryState(
    after previous: Int
  ) async -> (number: Int, state: DockAccessory.BatteryState)? {
    await nextNews { $0.batteries.next(after: previous) }.map { ($0.number, $0.element) }
  }

  /// Waits until `find` finds something; nil once the dock has left, or if nothing more will come.
  private nonisolated(nonsending) func nextNews<Element: Sendable>(
    _ find: (News) -> (number: Int, element: Element)?
  ) async -> (number: Int, element: Element)? {
    while !Task.isCancelled {
      let (news, isDocked, time) = look { ($0.news, $0.isDocked, $0.nextNews) }
      if let found = find(news) { return found }
      guard isDocked else { return nil }
      if let waiters {
        await waiters.wait(until: .max, orMoreThan: news.count)
      } else {
        guard let time, wait(until: time) else { return nil }
      }
    }
    return nil
  }
}

// MARK: - Waiting

extension SimulatedDock {
  /// Has `body` called at `time` nanoseconds; answers the number of the alarm, or nil if that time
  /// has come.
  package func ring(at time: Int, _ body: @escaping @Sendable () -> Void) -> Int? {
    waiters?.ring(at: time, body)
  }

  /// Forgets the alarm of this number, if it has not rung.
  package func silence(_ alarm: Int) { waiters?.silence(alarm) }

  /// One more works, for whom the time does not pass meanwhile, or one less.
  package func work(_ change: Int) { waiters?.work(change) }

  /// Carries out `body`, which is one of those who work; while it waits for a dock it is not.
  package static func asWorker(_ body: @Sendable () async -> Void) async {
    await Waiters.asWorker(body)
  }
}

extension SimulatedDock {
  /// Waits until somebody else has advanced the time to `time` nanoseconds; false if the dock
  /// leaves or the task is cancelled before.
  nonisolated(nonsending) func wait(until time: Int, among waiters: Waiters) async -> Bool {
    while !Task.isCancelled {
      let (now, news, isDocked) = look { ($0.now, $0.news.count, $0.isDocked) }
      guard isDocked else { return false }
      if now >= time { return true }
      await waiters.wait(until: time, orMoreThan: news)
    }
    return false
  }

  /// Waits until the time is `time` nanoseconds; false if the task is cancelled before.
  ///
  /// If nobody else makes the time pass, it passes at once.
  package nonisolated(nonsending) func sleep(until time: Int) async -> Bool {
    guard let waiters else { return wait(until: time) }
    await waiters.wait(until: time)
    return !Task.isCancelled
  }

  /// When the first of those who wait goes on, or the world does something, in nanoseconds; nil if
  /// neither will.
  package var nextWake: Int? {
    let happening = look { $0.nextHappening(until: DockWorld.horizon) }
    let next = min(waiters?.nextDeadline ?? .max, happening ?? .max)
    return next < .max ? next : nil
  }

  /// Advances the time to `time` nanoseconds; true if somebody goes on or hears of it.
  package func proceed(to time: Int) -> Bool {
    let before = look { $0.news.count }
    advance(to: time)
    let pulse = waiters?.pulse ?? Waiters.Pulse()
    return pulse.busy > 0 || pulse.work > 0 || look { $0.news.count } > before
  }

  /// Waits until those who went on wait again and nobody calls the dock.
  ///
  /// What an app does meanwhile cannot be seen, so it gets more turns than it needs, and on a busy
  /// machine, where its threads may stand still, more time.
  package func settle() async {
    guard let waiters else { return }
    var (pulse, quiet, since) = (waiters.pulse, 0, Moment())
    while quiet < SimulatedDock.turns {
      await Task.yield()
      let next = waiters.pulse
      if next != pulse { (pulse, quiet, since) = (next, 0, Moment()) }
      if next.busy == 0, next.work == 0 {
        quiet += 1
      } else if since.elapsed
        > (next.work > 0 ? SimulatedDock.longest : SimulatedDock.patience)
      {
        // Whoever went on has ended, or waits for something else than the dock.
        return waiters.giveUp()
      }
    }
  }

  /// Lets tasks that were created just before begin, also those that were given to a thread which
  /// the system does not run at the moment.
  package func admitTasks() async {
    try? await Task.sleep(for: .milliseconds(1))
    await settle()
  }

  /// How many turns in which nothing happens are enough for tasks that were just created to begin.
  private static let turns = 50
  /// For how long somebody who went on is expected back, in nanoseconds.
  private static let patience = Milliseconds(100).nanoseconds
  /// For how long somebody may work who has said so, in nanoseconds.
  private static let longest = 2 * Nanoseconds.second
}

/// A moment by the clock of the machine and by the processor time of this process.
private struct Moment {
  private let wall = time(by: CLOCK_MONOTONIC)
  private let processor = time(by: CLOCK_PROCESS_CPUTIME_ID)

  /// The time since then by the clock that has gone slower, in nanoseconds.
  var elapsed: Int {
    let now = Moment()
    return min(now.wall - wall, now.processor - processor)
  }

  private static func time(by clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return Nanoseconds.count(inWhole: Int(time.tv_sec), and: Int(time.tv_nsec))
  }
}
