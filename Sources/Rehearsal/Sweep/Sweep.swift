import Hardware
import Language
import Motion
import Playback
import Quantities
import Schedules
import Simulation
import Synchronization

/// One way in which a performance can be cut short, or be hit, and no other.
public struct SweepCase: Hashable, Sendable {
  /// The fault to inject.
  public enum Blow: Hashable, Sendable {
    /// Somebody ends or holds it right after so many calls.
    case cutAfter(Exit, calls: Int)
    /// Somebody ends or holds it at so many nanoseconds.
    case cut(Exit, at: Int)
    /// Something goes wrong with the dock at the call of this number.
    case fault(Fault.Kind, call: Int)
  }

  /// The fault to inject.
  public let blow: Blow
  /// What goes wrong with the dock after that, while the player gets over it; nil if nothing does.
  public let second: Fault?
  /// Whether system tracking was on before.
  public let isTracking: Bool

  /// Creates a case.
  init(blow: Blow, second: Fault? = nil, isTracking: Bool) {
    (self.blow, self.second, self.isTracking) = (blow, second, isTracking)
  }

  /// The faults to inject, for `rehearse`.
  public var faults: [Fault] {
    let first: Fault? =
      if case .fault(let kind, let call) = blow { Fault(kind, at: .call(call)) } else { nil }
    return [first, second].compactMap { $0 }
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

/// The result of a sweep.
public struct SweepResult: Equatable, Sendable {
  /// How many calls the undisturbed performances made.
  public internal(set) var calls = 0
  /// How many cuts were tried.
  public internal(set) var cuts = 0
  /// How many faults were tried.
  public internal(set) var faults = 0
  /// In how many of all these the phone had left the dock and was not back in the end, so that it
  /// is given back only when it next is there, by the journal.
  public internal(set) var spared = 0
  /// How many of all these failed.
  public internal(set) var failures = 0
  /// Why the undisturbed performance was ended before its time, so that nothing after that was
  /// tried; nil if it was not.
  public internal(set) var early: Outcome.Failure?
  /// How many cues of a script that goes on were tried; nil if no more were left.
  public internal(set) var mostCues: Int?
  /// True if the undisturbed performance was ended because its time was over.
  public internal(set) var isTimeUp = false
  /// The first that failed, and why.
  public internal(set) var first: Failure?
  /// The number of the case that failed first, in the order in which they are tried.
  fileprivate var firstNumber = Int.max

  /// A case that failed.
  public struct Failure: Equatable, Sendable {
    /// The case.
    public let blow: SweepCase
    /// The violations.
    public let reasons: [String]
  }
}

/// Cuts `cue`, and what follows it, short at every instant and lets everything go wrong at every
/// call, once each; sees that the motors are given back every time.
///
/// There is one performance, and at each of its commands it is forked, dock and all, for each thing
/// that can happen there. A fork that has got over it, and has in hand what the undisturbed one had
/// at that command, would go on like that one, and is stopped. All is done twice: with system
/// tracking on before and with it off. All cores share the work; their number does not change
/// the result.
///
/// - Parameters:
///   - cue: what is swept. Of a script that never ends the first hundred cues are, unless a
///     `timeUp` among `happenings` says how much of it.
///   - company: who is around the dock.
///   - faults: what goes wrong with the dock besides.
///   - happenings: what comes from outside besides, in order.
///   - seed: if there is one, each case is tried once more with a second fault soon after, which is
///     drawn at random.
///   - tell: told at each command, on any thread, which share of the work is done, from 0 to 1, and
///     how many cases were tried so far.
public func sweep(
  _ cue: Cue, company: Company = Company(), faults: [Fault] = [], happenings: [Happening] = [],
  pairedBy seed: UInt64? = nil,
  telling tell: @escaping @Sendable (_ share: Double, _ cases: Int) -> Void = { _, _ in }
) -> SweepResult {
  let shares = coreCount
  let tally = SweepTally(2 * shares)
  let results = concurrently(2 * shares) { number in
    var sweep = Sweep(
      cue, isTracking: number < shares, company, faults, VirtualTime(happenings),
      hasEnd: happenings.contains(where: \.isTimeUp))
    sweep.random = seed.map { SplitMix64(seed: $0) }
    sweep.share = (number % shares, of: shares)
    sweep.rehearse()
    sweep.run { done, cases in
      let all = tally.note(done, cases, of: number)
      tell(all.share, all.cases)
    }
    return sweep.result
  }
  return SweepResult(results[..<shares]) + SweepResult(results[shares...])
}

/// How far the shares of a sweep have come.
private final class SweepTally: Sendable {
  private let shares: Mutex<[(done: Double, cases: Int)]>

  init(_ count: Int) { shares = Mutex(Array(repeating: (0, 0), count: count)) }

  /// Notes how far the share number `index` has come; gives how far all have.
  func note(_ done: Double, _ cases: Int, of index: Int) -> (share: Double, cases: Int) {
    shares.withLock { shares in
      shares[index] = (done, cases)
      return (
        shares.reduce(0) { $0 + $1.done } / Double(shares.count),
        shares.reduce(0) { $0 + $1.cases }
      )
    }
  }
}

/// The exits that are told apart: all those that stop the show stop it in the same way, for the
/// player learns no more than that.
private let exits: [Exit] = [.interrupt, .kill, .suspend]

/// The state of a performance and its dock.
private struct Standing: Equatable {
  let performance: Performance.Standing
  let isTracking: Bool
  let limits: BoundsByAxis

  /// Nil where something is wrong with the dock still.
  init?(_ performance: Performance, _ dock: SimulatedDock) {
    guard let standing = performance.standing, dock.look({ $0.isSound }) else { return nil }
    self.performance = standing
    (isTracking, limits) = dock.look { ($0.isSystemTrackingEnabled, $0.limits) }
  }
}

/// A performance on the way, and what has been found.
private struct Sweep {
  let cue: Cue
  let isTracking: Bool
  /// What comes from outside besides.
  var time: VirtualTime
  var stage: Stage
  var performance: Performance
  let limits: BoundsByAxis
  /// What an undisturbed performance has in hand, by the place that it has come to.
  var standings: [Performance.Place: Standing] = [:]
  var result = SweepResult()
  /// What second faults are drawn from; nil if there are none.
  var random: SplitMix64?
  /// Which of the cases this sweep plays, by their numbers, if several share them.
  var share = (0, of: 1)
  /// How many cases there were so far.
  private var number = 0
  /// How many commands the undisturbed performance has.
  private var commands = 0

  init(
    _ cue: Cue, isTracking: Bool, _ company: Company, _ faults: [Fault], _ time: VirtualTime,
    hasEnd: Bool
  ) {
    self.cue = cue
    self.time = time
    self.isTracking = isTracking
    stage = Stage(
      cue, from: nil, isTracking: isTracking, company: company, faults: faults, time: time)
    limits = stage.dock.look { $0.limits }
    performance = Performance(
      of: cue, by: StageDriver(stage.dock, behind: stage.gate),
      atMost: hasEnd ? Budget.cuesWithoutEvent : 100)
  }

  /// Carries out the schedule undisturbed, to learn what there is in hand between its commands.
  mutating func rehearse() {
    let start = Fork(performance, stage.dock.snapshot, cue, time)
    repeat {
      if let standing = Standing(performance, stage.dock) {
        standings[standing.performance.place] = standing
      }
      commands += 1
    } while performance.advance()
    (stage, performance, time) = start.stage([], [])
  }

  /// Carries out the schedule, and tries at each command what can happen there; tells `tell` at
  /// each which share of the commands is done, and how many cases were tried.
  mutating func run(telling tell: (Double, Int) -> Void) {
    var (goesOn, done) = (true, 0)
    repeat {
      done += 1
      tell(min(1, Double(done) / Double(max(1, commands))), result.cuts + result.faults)
      performance.shareLowering()
      let fork = Fork(performance, stage.dock.snapshot, cue, time)
      cut(fork)
      goesOn = performance.advance()
      cut(fork, before: stage.dock.now)
      hit(fork, until: stage.dock.calls)
      stage.dock.forget()
    } while goesOn
    let fork = Fork(performance, stage.dock.snapshot, cue, time)
    let outcome = performance.end()
    if case .failed(let failure) = outcome.ending { result.early = failure }
    result.mostCues = outcome.cuesWithoutEvent
    result.isTimeUp = stage.gate.exit == .timeUp
    hit(fork, until: stage.dock.calls)
    result.calls = stage.dock.calls
  }

  /// Cuts right after the calls made so far.
  private mutating func cut(_ fork: Fork) {
    for exit in exits {
      attempt(fork, .cutAfter(exit, calls: fork.world.calls))
    }
  }

  /// Cuts in the middle of the way to `end`, and then.
  private mutating func cut(_ fork: Fork, before end: Int) {
    let start = fork.world.now
    guard end > start else { return }
    for time in Set([start + (end - start) / 2, end]).sorted() {
      for exit in exits { attempt(fork, .cut(exit, at: time)) }
    }
  }

  /// Lets everything go wrong at each call after the fork up to number `last`, and cuts between
  /// them.
  private mutating func hit(_ fork: Fork, until last: Int) {
    guard last > fork.world.calls else { return }
    for call in fork.world.calls + 1...last {
      for kind in Fault.Kind.all { attempt(fork, .fault(kind, call: call)) }
      if call < last {
        for exit in exits { attempt(fork, .cutAfter(exit, calls: call)) }
      }
    }
  }

  private mutating func attempt(
    _ fork: Fork, _ blow: SweepCase.Blow
  ) {
    attempt(fork, SweepCase(blow: blow, isTracking: isTracking))
    guard let second = secondFault(after: blow, fork.world.calls) else { return }
    attempt(fork, SweepCase(blow: blow, second: second, isTracking: isTracking))
  }

  /// A fault at one of the next calls after `blow`, which strikes after `calls` calls or later; nil
  /// if there are to be none, or nobody would wait for the dock to get over them.
  private mutating func secondFault(after blow: SweepCase.Blow, _ calls: Int) -> Fault? {
    let first: Int
    switch blow {
    case .cutAfter(.kill, _), .cut(.kill, _): return nil
    case .cutAfter(_, let last): first = last
    case .cut: first = calls
    case .fault(_, let call): first = call
    }
    let kinds = Fault.Kind.all
    guard let kind = random?.index(below: kinds.count), let calls = random?.index(below: 4) else {
      return nil
    }
    return Fault(kinds[kind], at: .call(first + 1 + calls))
  }

  private mutating func attempt(
    _ fork: Fork, _ attempt: SweepCase
  ) {
    number += 1
    guard number % share.of == share.0 else { return }
    let ended = fork.play(attempt, until: standings)
    let world = ended.world
    var reasons = Verdict(on: world, of: attempt, limits: limits).reasons
    if world.phone.isRecording { reasons.append("the camera still records") }
    if !world.phone.sounds(at: world.now).isEmpty { reasons.append("a sound is still heard") }
    // When the phone is back tracking is on.
    let isAsBefore = isTracking && world.isSystemTrackingEnabled
    if ended.isGone, ended.isForgotten, !isAsBefore {
      reasons.append("the journal forgets a dock that is gone")
    }
    if case .fault = attempt.blow { result.faults += 1 } else { result.cuts += 1 }
    if ended.isGone { result.spared += 1 }
    guard !reasons.isEmpty else { return }
    result.failures += 1
    guard result.first == nil else { return }
    result.first = SweepResult.Failure(blow: attempt, reasons: reasons)
    result.firstNumber = number
  }
}

/// The result of a performance with an interruption or a fault.
private struct Ended {
  /// The dock, a while later.
  let world: DockWorld
  /// True if the phone was out of the dock when the player was through with it.
  let isGone: Bool
  /// True if the journal says that nothing is left to be restored.
  let isForgotten: Bool
}

/// A journal of which is known whether it has been cleared.
private final class SweepJournal: Journal {
  private let state = Mutex(false)

  var isCleared: Bool { state.withLock { $0 } }

  func write(_ entry: JournalEntry) {}

  func clear() { state.withLock { $0 = true } }
}

/// A performance and its dock at one moment, to be played on from there as often as one likes.
private struct Fork {
  let world: DockWorld
  private let performance: Performance
  private let cue: Cue
  private let time: VirtualTime

  init(
    _ performance: Performance, _ world: DockWorld, _ cue: Cue, _ time: VirtualTime
  ) {
    self.performance = performance
    self.world = world.withoutPast
    self.time = time.fork(adding: [])
    self.cue = cue
  }

  /// A stage with a dock like this one's, and the performance on it.
  func stage(
    _ faults: [Fault], _ happenings: [Happening], _ journal: (any Journal)? = nil
  ) -> (Stage, Performance, VirtualTime) {
    var world = world
    world.faults += faults
    let time = time.fork(adding: happenings)
    let stage = Stage(cue, world, time: time)
    // The clock of the dock went on with the performance, which began when that did.
    let driver = StageDriver(stage.dock, behind: stage.gate, origin: 0, journal: journal)
    return (stage, performance.fork(by: driver), time)
  }

  /// The least number of commands, and of nanoseconds, after which a fork may have got over what
  /// befell it: longer than a player goes without a look at the dock.
  private static let recovery = (commands: 4, time: Nanoseconds.second)

  /// Plays it with what `attempt` brings, to its end or to where it is as one of `standings`, and a
  /// while longer; returns what became of the dock.
  func play(
    _ attempt: SweepCase, until standings: [Performance.Place: Standing]
  ) -> Ended {
    let journal = SweepJournal()
    var (stage, performance, _) = stage(attempt.faults, attempt.happenings, journal)
    var commands = 0
    while performance.advance() {
      commands += 1
      guard commands >= Fork.recovery.commands,
        stage.dock.now - world.now >= Fork.recovery.time,
        let standing = Standing(performance, stage.dock),
        standing == standings[standing.performance.place]
      else { continue }
      performance.stop()
    }
    _ = performance.end()
    let isGone = !stage.dock.look { $0.isDocked }
    // After the motors were given back no fault counts, nor whom the tracker follows.
    stage.dock.spare()
    stage.dock.advance(to: stage.dock.now + 5_000_000_000)
    return Ended(
      world: stage.dock.snapshot, isGone: isGone, isForgotten: journal.isCleared)
  }
}

extension SweepResult {
  /// The result of all `shares` of the same cases.
  fileprivate init(_ shares: ArraySlice<SweepResult>) {
    calls = shares.first?.calls ?? 0
    (early, mostCues) = (shares.first?.early, shares.first?.mostCues)
    isTimeUp = shares.first?.isTimeUp ?? false
    for share in shares {
      cuts += share.cuts
      faults += share.faults
      spared += share.spared
      failures += share.failures
    }
    let earliest = shares.min { $0.firstNumber < $1.firstNumber }
    (first, firstNumber) = (earliest?.first, earliest?.firstNumber ?? .max)
  }

  /// The result of the cases of `left`, then those of `right`.
  fileprivate static func + (left: SweepResult, right: SweepResult) -> SweepResult {
    var sum = left
    sum.calls += right.calls
    sum.cuts += right.cuts
    sum.faults += right.faults
    sum.spared += right.spared
    sum.failures += right.failures
    sum.early = left.early ?? right.early
    sum.mostCues = left.mostCues ?? right.mostCues
    sum.isTimeUp = left.isTimeUp || right.isTimeUp
    if sum.first == nil { (sum.first, sum.firstNumber) = (right.first, right.firstNumber) }
    return sum
  }
}
