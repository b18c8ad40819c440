import Hardware
import Motion
import Playback
import Quantities
import Schedules
import Simulation

/// A cue as a run has played it: its steps at the times at which they began, as they were planned
/// by then.
struct PlayedCue {
  /// A step of it that began.
  fileprivate struct Begun {
    /// Its index in the schedule of the cue; nil if it was put in.
    var index: Int?
    /// When it began, in seconds of the cue.
    var start: Double
    var step: Step
    /// True if it began before the cue, and goes on in it.
    var goesOn = false
  }

  /// What it plans; once it is over, of what it planned only what happened.
  private(set) var cue: Cue
  /// When it began, in seconds.
  let start: Double
  /// When each step began, in seconds of the cue.
  private(set) var starts: [Double] = []
  /// The steps that began before the cue, and go on in it.
  private(set) var goingOn: Set<Int> = []
  /// The motion that was planned when it was played.
  private(set) var plan = PerAxis<AxisCurve?>(all: nil)
  fileprivate var begun: [Begun] = []
  /// True of an axis of which no plan says where it was when it began.
  private var isLost = PerAxis(all: false)

  /// Creates `cue`, which begins at `time` nanoseconds.
  init(_ cue: Cue, at time: Int) {
    self.cue = cue
    start = Nanoseconds(time).seconds
    for (index, step) in cue.schedule.steps.enumerated() where step.start < 0 {
      begun.append(
        Begun(index: index, start: Milliseconds(step.start).seconds, step: step, goesOn: true))
    }
  }

  /// Creates the cue with `schedule`, which begins at `time` nanoseconds, after `last`, which is
  /// over.
  ///
  /// A report has only its schedule: the motors are held if they were, axes turn as they did, and
  /// what held and what the tracker did goes on.
  init(_ schedule: Schedule, at time: Int, after last: PlayedCue) {
    var cue = Cue(schedule)
    cue.schedule.files = last.cue.schedule.files
    let past = Nanoseconds(time).seconds - last.start
    var isLost = PerAxis(all: false)
    let handover = last.cue.schedule.steps.last { $0.kind == .take || $0.kind == .giveBack }
    cue.holdsMotors = handover.map { $0.kind == .take } ?? last.cue.holdsMotors
    for axis in Axis.allCases {
      guard let piece = last.plan[axis]?.piece(at: past) else {
        isLost[axis] = true
        continue
      }
      let place = min(1, (past - piece.start) / piece.length)
      func value(_ quantity: Quantity) -> Int32 {
        Int32(Millidegrees.count(in: piece.polynomial(of: quantity).value(at: place)).rounded())
      }
      (cue.turning[axis], cue.schedule.from[axis]) = (value(.speed), value(.position))
    }
    self.init(cue, at: time)
    self.isLost = isLost
    for index in begun.indices { begun[index].take(over: last, in: self) }
    for begun in last.lasting { goOn(begun, of: last) }
  }

  /// The steps that say which limits hold when it is over, and whom the tracker follows then.
  private var lasting: [Begun] {
    let limits = begun.last { $0.step.kind == .limit }
    let following = begun.last {
      $0.step.kind == .giveBack || cue.schedule.following(of: $0.step) != nil
    }
    let isFollowing = following.map { cue.schedule.following(of: $0.step)?.subject != nil } ?? false
    return [limits, isFollowing ? following : nil].compactMap { $0 }
  }

  /// Lets what `past` has begun, a step of `last`, go on.
  private mutating func goOn(_ past: Begun, of last: PlayedCue) {
    var step = past.step
    if let limits = last.cue.schedule.limits(of: step) {
      step.extra = UInt32(cue.schedule.number(ofLimits: limits))
    } else if let action = last.cue.schedule.action(of: step) {
      step.extra = cue.schedule.add(action)
    }
    begun.append(
      Begun(index: nil, start: last.start + past.start - start, step: step, goesOn: true))
  }

  /// Takes note that `step` began at `time` nanoseconds; its index in the schedule is `index`, or
  /// nil if it was put in.
  mutating func begin(_ step: Step, _ index: Int?, at time: Int) {
    var step = step
    if let index, cue.schedule.steps.indices.contains(index) {
      if cue.schedule.steps[index].start < 0 { return }
      cue.schedule.correct(&step, of: cue.schedule.steps[index])
    }
    begun.append(Begun(index: index, start: Nanoseconds(time).seconds - start, step: step))
  }

  /// Takes note that `action` was owed, and done at `time` nanoseconds.
  mutating func pay(_ action: Schedule.Action, line: UInt32, at time: Int) {
    var step = Step(.action, start: 0)
    (step.extra, step.line) = (cue.schedule.add(action), line)
    begin(step, nil, at: time)
  }

  /// Ends it at `time` nanoseconds, where `trace` says where the dock was.
  mutating func end(at time: Int, _ trace: Trace) {
    let length = Nanoseconds(time).seconds - start
    let order = begun.indices.sorted { (begun[$0].start, $0) < (begun[$1].start, $1) }
    begun = order.map { begun[$0] }
    let planned = cue.schedule
    cue.schedule.steps = []
    if planned.provenance != nil { cue.schedule.provenance = Provenance() }
    for (number, begun) in begun.enumerated() {
      var step = begun.step
      step.start = Int32((begun.start * Double(Thousandths.whole)).rounded())
      cue.schedule.steps.append(step)
      starts.append(begun.start)
      if begun.goesOn { goingOn.insert(number) }
      if let old = planned.provenance { cue.schedule.provenance?.append(begun.index, of: old) }
    }
    cue.schedule.length = Int32((length * Double(Thousandths.whole)).rounded(.up))
    for axis in Axis.allCases {
      // From where it really goes first, it was planned to be.
      let first = cue.schedule.steps.first { $0.kind.movesMotors && $0.axes.contains(axis) }
      let motion = trace.motion(of: DockAxis(rawValue: axis.rawValue) ?? .yaw)
      if isLost[axis], let motion {
        let place = Millidegrees.count(in: motion.position(at: start))
        cue.schedule.from[axis] = Int32(place.rounded())
      }
      if let first, first.kind == .move { cue.schedule.from[axis] = first.from[axis] }
      plan[axis] = AxisCurve(of: axis, in: cue, starts: starts)
    }
  }
}

extension PlayedCue.Begun {
  /// Makes it the step of `last` that goes on in `cue`, as that was planned when it began.
  fileprivate mutating func take(over last: PlayedCue, in cue: PlayedCue) {
    let step = step
    let before = last.begun.last {
      $0.step.kind == step.kind && $0.step.line == step.line && $0.step.axes == step.axes
    }
    guard let before, step.kind == .move else { return }
    (self.step.from, self.step.to) = (before.step.from, before.step.to)
    self.step.length = before.step.length
    start = last.start + before.start - cue.start
  }
}

extension Provenance {
  /// Notes that a step is appended which was number `index` of `past`; nil for one that was put in.
  fileprivate mutating func append(_ index: Int?, of past: Provenance) {
    if let index { append(step: index, of: past) } else { append(nil) }
  }
}

extension Schedule {
  /// Lets `step`, which was planned again as `original` of this, speak of what is in this.
  ///
  /// A part of a motion that was planned again is the part of that motion from elsewhere.
  fileprivate mutating func correct(_ step: inout Step, of original: Step) {
    guard step.kind == original.kind, step.extra != original.extra else { return }
    step.extra = original.extra
    func move(_ whole: inout Step) {
      for axis in step.axes.members {
        let way = step.from[axis] &- original.from[axis]
        whole.from[axis] &+= way
        if whole.isRelative { whole.to[axis] &+= way }
      }
    }
    if var cut = cut(of: original) {
      move(&cut.whole)
      step.extra = UInt32(cuts.count)
      cuts.append(cut)
    } else if var warp = warp(of: original) {
      move(&warp.whole)
      step.extra = UInt32(warps.count)
      warps.append(warp)
    }
  }
}
