import Language
import Motion
import Quantities
import Schedules

// A handler is called wherever the dock is: where its relative motion does not fit from there, the
// dock goes first to the nearest pose from which it does.

extension Scheduler {
  /// Moves to the nearest pose from which the block of the handler number `index` fits within the
  /// limits; its task is the running one.
  ///
  /// Where nobody knows the position of an axis, whoever takes the motors finds it out, and does
  /// the same. Where the block fits nowhere, it is reported when it is carried out.
  mutating func makeRoom(for index: Int) throws(Halt) {
    events.handlers[index].hasMadeRoom = false
    let bounded = events.handlers[index].axes.members.filter { axis in
      guard let limit = limit(of: axis), motors.axes[axis].certainty != .unknown else {
        return false
      }
      return limit.lower > -.infinity || limit.upper < .infinity
    }
    if bounded.isEmpty { return }
    let rooms = rooms(of: index)
    var step = Step(.move, start: milliseconds)
    var duration = MoveDuration()
    for axis in bounded {
      let (room, position) = (rooms[axis], motors.axes[axis].position)
      guard room.lower <= room.upper + 0.0005 else {
        motors.forget(axis)
        continue
      }
      guard let limit = limit(of: axis), !room.holds(position) else { continue }
      step.axes.insert(AxisSet(axis))
      if motors.axes[axis].certainty != .known { step.assumed.insert(AxisSet(axis)) }
      (step.from[axis], step.to[axis]) = (
        motors.axes[axis].millidegrees, room.nearest(to: position)
      )
      duration.add(axis, of: step, at: 0, .plain, within: limit)
    }
    if step.axes.isEmpty { return }
    try take(step.axes)
    step.length = duration.shortestLength(atLeast: 0) ?? 0
    try emit(step)
    try pass(Nanoseconds(Milliseconds(step.length)), moving: step.axes)
    for axis in step.axes.members {
      motors.arrive(axis, at: Millidegrees(step.to[axis]).degrees, isAbsolute: true)
    }
    events.handlers[index].hasMadeRoom = true
  }

  /// From where each axis can begin the block of the handler number `index`, whose task is the
  /// running one, so that it fits up to its first absolute move, or its first decision.
  private func rooms(of index: Int) -> PerAxis<AxisTracking.Room> {
    guard var trial = alone(index) else { return PerAxis(all: AxisTracking.Room()) }
    do throws(Halt) {
      let handler = events.handlers[index].handler.statement
      trial.open(.block, handler.body, of: handler.view)
      try trial.runTasks()
    } catch {
      // What is wrong is reported when it is carried out.
    }
    return trial.motors.axes.map(\.room)
  }

  /// A copy in which there is nothing but the running task, that of the handler number `index`,
  /// and nobody knows where the axes are.
  private func alone(_ index: Int) -> Scheduler? {
    guard var root = tasks.others[0] else { return nil }
    var trial = self
    trial.evaluator = evaluator.snapshot()
    trial.evaluator.stack = evaluator.stack.copied()
    root.values = root.values.copied()
    root.fork = ScriptTask.Fork(isRace: false, alive: 1, branches: [tasks.running.slot])
    root.frame = ScriptTask.Frame(kind: .task)
    trial.tasks.isolate(under: root)
    trial.pauses = []
    trial.events.silence()
    trial.builder.clear(from: compilation.from)
    trial.events.handlers[index].phase = .running
    trial.motors.isolate(for: tasks.running.slot, at: milliseconds)
    for axis in AxisSet.all.members {
      guard let limit = limit(of: axis) else { continue }
      trial.motors.visit(axis, motors.axes[axis].position, within: limit)
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
      let place =
        position < lower
        ? Millidegrees.count(in: lower).rounded(.up) : Millidegrees.count(in: upper).rounded(.down)
      return AxisTracking.millidegrees(Millidegrees.degrees(in: place))
    }
  }
}
