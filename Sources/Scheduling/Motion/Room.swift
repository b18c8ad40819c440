import Language
import Motion
import Schedules

// A handler is called wherever the dock is: where its relative motion does not fit from there, the
// dock goes first to the nearest pose from which it does.

extension Scheduler {
  /// Moves to the nearest pose from which the block of the handler number `index` fits within the
  /// limits; its strand is the running one.
  ///
  /// Where nobody knows the position of an axis, whoever takes the motors finds it out, and does
  /// the same. Where the block fits nowhere, it is reported when it is carried out.
  mutating func makeRoom(for index: Int) throws(Halt) {
    handlers[index].hasMadeRoom = false
    let bounded = handlers[index].axes.members.filter { axis in
      guard let limit = limit(of: axis), axes[axis].certainty != .unknown else { return false }
      return limit.lower > -.infinity || limit.upper < .infinity
    }
    if bounded.isEmpty { return }
    let rooms = rooms(of: index)
    var step = Step(.move, start: milliseconds)
    var course = MoveCourse()
    for axis in bounded {
      let (room, position) = (rooms[axis], axes[axis].position)
      guard room.lower <= room.upper + 0.0005 else {
        axes[axis].forget()
        continue
      }
      guard let limit = limit(of: axis), !room.holds(position) else { continue }
      step.axes.insert(AxisSet(axis))
      if axes[axis].certainty != .known { step.assumed.insert(AxisSet(axis)) }
      (step.from[axis], step.to[axis]) = (axes[axis].millidegrees, room.nearest(to: position))
      course.add(axis, of: step, at: 0, .plain, within: limit)
    }
    if step.axes.isEmpty { return }
    try take(step.axes)
    step.length = course.shortestLength(atLeast: 0) ?? 0
    try emit(step)
    try pass(Int64(step.length) * 1_000_000, moving: step.axes)
    for axis in step.axes.members {
      axes[axis].arrive(at: Double(step.to[axis]) / 1000, isAbsolute: true)
    }
    handlers[index].hasMadeRoom = true
  }

  /// From where each axis can begin the block of the handler number `index`, whose strand is the
  /// running one, so that it fits up to its first absolute move, or its first decision.
  private func rooms(of index: Int) -> PerAxis<AxisTracking.Room> {
    guard var trial = alone(index) else { return PerAxis(all: AxisTracking.Room()) }
    defer { trial.free() }
    do throws(Halt) {
      let handler = handlers[index].handler.statement
      trial.open(.block, handler.body, of: handler.view)
      try trial.runStrands()
    } catch {
      // What is wrong is reported when it is carried out.
    }
    return trial.axes.map(\.room)
  }

  /// A copy in which there is nothing but the running strand, that of the handler number `index`,
  /// and nobody knows where the axes are.
  private func alone(_ index: Int) -> Scheduler? {
    guard var root = others[0] else { return nil }
    var trial = self
    trial.evaluator.detach()
    trial.evaluator.stack = evaluator.stack.copied()
    root.values = root.values.copied()
    root.fork = Strand.Fork(isRace: false, alive: 1, branches: [strand.slot])
    trial.others = ContiguousArray(repeating: nil, count: others.count)
    trial.others[0] = root
    trial.strand.lastWait = nil
    (trial.vacant, trial.ready, trial.awaited, trial.pauses) = ([], [], [], [])
    (trial.handlings, trial.waitingCalls, trial.isCallable) = ([], [], false)
    (trial.horizon, trial.stopTime) = (.max, .max)
    trial.builder.clear(from: compilation.from)
    trial.handlers[index].phase = .running
    for axis in AxisSet.all.members {
      trial.axes[axis].forget()
      trial.axes[axis].owner = strand.slot
      trial.axes[axis].movedUntil = min(axes[axis].movedUntil, milliseconds)
      trial.axes[axis].velocity = 0
      guard let limit = limit(of: axis) else { continue }
      trial.axes[axis].visit(axes[axis].position, from: limit.lower, to: limit.upper)
    }
    return trial
  }
}

extension AxisTracking {
  /// The positions, in degrees, from which what an axis has done fits within its limits.
  struct Room {
    var (lower, upper) = (-Double.infinity, Double.infinity)

    /// True if it fits from `position`, but for less than a schedule can say.
    func holds(_ position: Double) -> Bool {
      position >= lower - 0.0005 && position <= upper + 0.0005
    }

    /// The place in it that is nearest to `position`, in whole millidegrees.
    func nearest(to position: Double) -> Int32 {
      let place = position < lower ? (lower * 1000).rounded(.up) : (upper * 1000).rounded(.down)
      return AxisTracking.millidegrees(place / 1000)
    }
  }
}
