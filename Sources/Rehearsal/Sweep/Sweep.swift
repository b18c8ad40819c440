import Hardware
import Motion
import Playback
import Scheduling
import Simulation

/// One way in which a performance can be cut short, or be hit, and no other.
public struct SweepCase: Hashable, Sendable {
  /// What befalls it.
  public enum Blow: Hashable, Sendable {
    /// Somebody ends or holds it right after so many calls.
    case cutAfter(Exit, calls: Int)
    /// Somebody ends or holds it at so many nanoseconds.
    case cut(Exit, at: Int)
    /// Something goes wrong with the dock at the call of this number.
    case fault(Fault.Kind, call: Int)
  }

  /// What befalls it.
  public let blow: Blow
  /// Whether system tracking was on before.
  public let isTracking: Bool

  /// What befalls the dock, for `rehearse`.
  public var faults: [Fault] {
    if case .fault(let kind, let call) = blow { [Fault(kind, at: .call(call))] } else { [] }
  }

  /// What comes from outside, for `rehearse`.
  public var happenings: [Happening] {
    switch blow {
    case .cutAfter(let exit, let calls): [.exitAfter(exit, calls: calls)]
    case .cut(let exit, let time): [.exit(exit, at: time)]
    case .fault: []
    }
  }
}

/// What a sweep found.
public struct SweepResult: Equatable, Sendable {
  /// How many calls the undisturbed performances made.
  public internal(set) var calls = 0
  /// How many cuts were tried.
  public internal(set) var cuts = 0
  /// How many faults were tried.
  public internal(set) var faults = 0
  /// How many of all these failed.
  public internal(set) var failures = 0
  /// The first that failed, and why.
  public internal(set) var first: Failure?

  /// A case that failed.
  public struct Failure: Equatable, Sendable {
    /// The case.
    public let blow: SweepCase
    /// What was wrong.
    public let reasons: [String]
  }
}

/// Cuts `schedule` short at every instant and lets everything go wrong at every call, once each; see
/// that the motors are given back every time.
///
/// There is one performance, and at each of its commands it is forked, dock and all, for each thing
/// that can happen there. It is done twice: with system tracking on before and with it off.
public nonisolated(nonsending) func sweep(_ schedule: Schedule) async -> SweepResult {
  var result = SweepResult()
  for isTracking in [true, false] {
    var sweep = Sweep(schedule, isTracking: isTracking)
    await sweep.run()
    result.add(sweep.result)
  }
  return result
}

/// The exits that are told apart: all those that stop the show stop it in the same way, for the
/// player learns no more than that.
private let exits: [Exit] = [.interrupt, .kill, .suspend]

/// A performance on the way, and what has been found.
private struct Sweep {
  let stage: Stage
  let isTracking: Bool
  let limits: BoundsByAxis
  var performance: Performance
  var result = SweepResult()

  init(_ schedule: Schedule, isTracking: Bool) {
    self.isTracking = isTracking
    stage = Stage(schedule, from: nil, isTracking: isTracking)
    limits = stage.dock.snapshot.limits
    performance = Performance(
      of: schedule, on: stage.accessory, manager: stage.manager, clock: stage.clock)
  }

  /// Carries out the schedule, and tries at each command what can happen there.
  nonisolated(nonsending) mutating func run() async {
    var goesOn = true
    repeat {
      let fork = Fork(performance, stage.dock.snapshot, stage.schedule)
      await cut(fork)
      goesOn = await performance.advance()
      await cut(fork, before: stage.dock.now)
      await hit(fork, until: stage.dock.calls)
      stage.dock.forget()
    } while goesOn
    let fork = Fork(performance, stage.dock.snapshot, stage.schedule)
    _ = await performance.end()
    await hit(fork, until: stage.dock.calls)
    result.calls = stage.dock.calls
  }

  /// Cuts right after the calls made so far.
  private nonisolated(nonsending) mutating func cut(_ fork: Fork) async {
    for exit in exits {
      await attempt(fork, .cutAfter(exit, calls: fork.world.calls))
    }
  }

  /// Cuts in the middle of the way to `end`, and then.
  private nonisolated(nonsending) mutating func cut(_ fork: Fork, before end: Int) async {
    let start = fork.world.now
    guard end > start else { return }
    for time in Set([start + (end - start) / 2, end]).sorted() {
      for exit in exits { await attempt(fork, .cut(exit, at: time)) }
    }
  }

  /// Lets everything go wrong at each call after the fork up to number `last`, and cuts between
  /// them.
  private nonisolated(nonsending) mutating func hit(_ fork: Fork, until last: Int) async {
    guard last > fork.world.calls else { return }
    for call in fork.world.calls + 1...last {
      for kind in Fault.Kind.all { await attempt(fork, .fault(kind, call: call)) }
      if call < last {
        for exit in exits { await attempt(fork, .cutAfter(exit, calls: call)) }
      }
    }
  }

  private nonisolated(nonsending) mutating func attempt(
    _ fork: Fork, _ blow: SweepCase.Blow
  ) async {
    let attempt = SweepCase(blow: blow, isTracking: isTracking)
    let world = await fork.play(attempt)
    let reasons = Verdict(on: world, of: attempt, limits: limits).reasons
    if case .fault = blow { result.faults += 1 } else { result.cuts += 1 }
    guard !reasons.isEmpty else { return }
    result.failures += 1
    result.first = result.first ?? SweepResult.Failure(blow: attempt, reasons: reasons)
  }
}

/// A performance and its dock at one moment, to be played on from there as often as one likes.
private struct Fork {
  let performance: Performance
  let world: DockWorld
  let schedule: Schedule
  private let elapsed: Int

  init(_ performance: Performance, _ world: DockWorld, _ schedule: Schedule) {
    self.performance = performance
    self.world = world.withoutPast
    self.schedule = schedule
    elapsed = performance.elapsed
  }

  /// Plays it to its end with what `attempt` brings, and a while longer; returns what became of the
  /// dock.
  nonisolated(nonsending) func play(_ attempt: SweepCase) async -> DockWorld {
    var world = world
    world.faults = attempt.faults
    let stage = Stage(schedule, world, time: VirtualTime(attempt.happenings))
    var performance = performance.forked(
      on: stage.accessory, manager: stage.manager, clock: stage.clock, elapsed: elapsed)
    while await performance.advance() {}
    _ = await performance.end()
    stage.dock.advance(to: stage.dock.now + 5_000_000_000)
    return stage.dock.snapshot
  }
}

extension SweepResult {
  fileprivate mutating func add(_ other: SweepResult) {
    calls += other.calls
    cuts += other.cuts
    faults += other.faults
    failures += other.failures
    first = first ?? other.first
  }
}
