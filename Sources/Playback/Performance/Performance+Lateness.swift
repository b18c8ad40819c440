import Hardware
import Motion
import Printing
import Quantities
import Schedules
import Spatial
import Vocabulary

// The handling of a show that is later than planned, and of its late steps.

/// The show would be put off by more than its script allows.
struct LateShow: Error, CustomStringConvertible {
  /// By how much it is later than planned, in nanoseconds.
  let lateness: Int
  /// By how much it may be, in milliseconds.
  let allowance: Int32

  var description: String {
    "the show is late by \(LateShow.seconds(lateness / millisecond)), "
      + "and may be by \(LateShow.seconds(Int(allowance)))"
  }

  private static func seconds(_ milliseconds: Int) -> String {
    decimal(thousandths: milliseconds) + "s"
  }
}

extension Performance {
  /// How late a command may be, in nanoseconds, before what follows is put off, too.
  ///
  /// Below it the next wait makes up for it, and nothing drifts; beyond it, to keep to the plan
  /// would mean to hurry.
  private var tolerance: Int { max(1, schedule.model.streamPeriod) * millisecond }

  /// True if the motors follow their last command.
  var isTurning: Bool { orders.speeds != PerAxis(all: 0) }

  /// Puts off what follows if it is now, as of the last look at the clock, much later than `time`
  /// of the execution, at which its step number `index` is carried out, unless that has another
  /// rule; throws if it may not be as late.
  ///
  /// - Parameter wasTurning: true if the motors turned meanwhile.
  mutating func admitLateness(since time: Int32, of index: Int, wasTurning: Bool) throws {
    let late = timing.now - due(time)
    guard late > tolerance || timing.lateness > 0 else { return }
    let rule = show.execution.schedule.lateRule(ofStep: index)
    switch rule.policy {
    case .stretch, .recover, .stop:
      guard late > tolerance else { break }
      stretch(by: late, .late)
      if wasTurning { orders.isAstray = true }
    case .catchUp, .skip: break
    }
    if !endsShow(index) { try limitLateness(by: rule) }
  }

  /// True if step number `index` of the execution gives the motors back behind the last statement.
  private func endsShow(_ index: Int) -> Bool {
    let steps = show.execution.schedule.steps
    return show.cue.isLast && index == steps.count - 1 && steps.last?.kind == .giveBack
  }

  /// Puts off what follows if axes that stand begin to turn by `command` so late that it would take
  /// them less far than planned by more than the tolerance, unless its step has another rule.
  ///
  /// Those that turn meanwhile go further by that: if one of these is faster, it counts for more.
  mutating func admitLateStart(of command: Command) {
    look()
    let late = timing.now - due(command.time)
    var (begun, turned) = (0, 0)
    for axis in Axis.allCases {
      let present = Int(Millidegrees.count(in: abs(orders.speeds[axis])))
      turned = max(turned, present)
      if present == 0 { begun = max(begun, abs(Int(command.vector[axis]))) }
    }
    let most = Int(precision) * Nanoseconds.second
    guard late > 0, begun > turned, late * begun > most, orders.pending == nil else { return }
    switch show.execution.schedule.lateRule(ofStep: Int(command.step)).policy {
    case .stretch, .recover, .stop:
      stretch(by: late, .late)
      if late * turned > most { orders.isAstray = true }
    case .catchUp, .skip: break
    }
  }

  /// Takes note of how long `step`, which begins, goes on.
  mutating func noteCourse(of step: Step) {
    let recovers =
      step.kind == .wait && step.lateRule != 0
      && show.execution.schedule.lateRule(of: step).policy == .recover
    guard recovers || step.length > 0, !show.execution.schedule.waitsInTime(step) else { return }
    let end = show.execution.sourceTime(step.end)
    if show.execution.schedule.beginsSound(step) {
      show.course.beginSound(until: end, lateBy: timing.lateness)
    } else {
      show.course.begin(until: end, recovers: recovers)
    }
  }

  /// Makes the wait until `time` of the execution shorter by what the show is late, if nothing but
  /// waits and sounds goes on since `start` of the cue, and each of the waits may be shorter.
  ///
  /// No sound is left behind: it goes on at its own pace, and what stands beside it was planned for
  /// it, so that the show is no more on time than the sound was when it began.
  mutating func recover(since start: Int32, until time: Int32) {
    guard show.course.onlyRecovers(from: start, to: show.time), !isTurning, orders.pending == nil
    else { return }
    look()
    let lateness = timing.lateness - show.course.lateness(ofSoundsAt: start)
    let length = min(lateness, due(time) - timing.now)
    if length > 0 { stretch(by: -length, .recovered) }
  }

  /// The longest time without a call, in nanoseconds, after which the motors may still be taken to
  /// turn as they were told: as long as the dock keeps up a velocity, or 3 s if it never drops one.
  var longestGap: Int { (schedule.model.velocityLifetime ?? 3000) * millisecond }

  /// Handles the time since `time`, in which this process could not run: it was stopped, or the
  /// machine was asleep.
  ///
  /// The first call makes the motors stand. If they were in motion, the show is delayed by that
  /// time, and resumes from its position at `time`, unless its policy ends it.
  mutating func meetGap(since time: Int) throws {
    let moment = Double(time - timing.delay) / Double(millisecond)
    do {
      try authority.setAngularVelocity(.zero, &link)
    } catch let interruption as Interruption {
      throw interruption
    } catch {
      // The dock refuses it while system tracking has the motors; they are taken back first.
    }
    if try authority.reclaim(&link) {
      tell(.reclaimed)
      try authority.setAngularVelocity(.zero, &link)
    }
    guard isTurning || orders.pending != nil else { return }
    look()
    stretch(by: timing.now - time, .late)
    try limitLateness(by: show.execution.schedule.lateRule(ofStep: show.execution.nextStep - 1))
    try regain(at: moment)
  }

  /// Throws if `rule` does not allow the show to be as late as it is.
  private func limitLateness(by rule: LateRule) throws {
    let allowance = max(rule.allowance, Int32(tolerance / millisecond))
    if rule.policy == .stop, timing.lateness > Int(allowance) * millisecond {
      throw LateShow(lateness: timing.lateness, allowance: allowance)
    }
  }

  /// By how much step number `index` of the execution is too late to be carried out, in
  /// nanoseconds; nil if it is not.
  func lateness(ofSkipped index: Int) -> Int? {
    lateness(ofSkipped: index, due: due(show.execution.schedule.steps[index].start))
  }

  /// As `lateness`, of a step that was due at `due`, in nanoseconds of the performance.
  func lateness(ofSkipped index: Int, due: Int) -> Int? {
    let step = show.execution.schedule.steps[index]
    let late = timing.now - due
    guard step.lateRule != 0, step.kind.mayBeSkipped, late > tolerance else { return nil }
    let rule = show.execution.schedule.lateRule(of: step)
    return rule.policy == .skip && late > Int(rule.allowance) * millisecond ? late : nil
  }

  /// Takes account of the time it took to take or give back the motors, which is over after `due`.
  mutating func noteHandover(until due: Int) {
    let late = max(0, timing.now - due)
    if record.start == nil, show.time == 0, show.cueNumber == 0 {
      // Before anything has moved the show does not get longer: it begins later.
      record.start = late
      timing.delay += late
    } else if late > 0 {
      stretch(by: late, .handover)
    }
    record.start = record.start ?? 0
  }

  /// Makes everything from here on later by `length` nanoseconds.
  mutating func stretch(by length: Int, _ reason: Outcome.Stretch.Reason) {
    timing.delay += length
    note(Outcome.Stretch(reason: reason, time: showTime(show.time), length: length))
  }

  /// Makes everything from here on later by `length` nanoseconds, which is on record already.
  mutating func postpone(by length: Int) { timing.delay += length }

  /// Counts the time of the schedule from `origin` on, in nanoseconds of the performance.
  mutating func count(from origin: Int) { timing.delay = origin }

  mutating func note(_ stretch: Outcome.Stretch) {
    record.stretches.append(stretch)
    // Where an event begins a cue nothing is late yet.
    let isAtStart = show.time == 0 && !show.isBegunByTime
    if stretch.reason != .handover || !isAtStart { timing.lateness += stretch.length }
    tell(.stretched(stretch))
  }
}

extension Schedule {
  /// True if `step` begins a sound.
  fileprivate func beginsSound(_ step: Step) -> Bool {
    if case .phone(.sound)? = action(of: step) { true } else { false }
  }

  /// The rule of step number `index` for being late; that of all steps by default if it has none.
  fileprivate func lateRule(ofStep index: Int) -> LateRule {
    steps.indices.contains(index) ? lateRule(of: steps[index]) : lateRules[0]
  }
}
