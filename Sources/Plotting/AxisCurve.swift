import Motion
import Quantities
import Schedules

/// The motion of one axis over a stretch of a show.
package struct AxisCurve: Equatable, Sendable {
  /// Its pieces, by start; between them nothing is known: the tracker has the motors, or an
  /// animation is played.
  package var pieces: [CurvePiece] = []
  /// The times at which nothing is known though the script has the motors.
  package var unknown: [Unknown] = []
  /// The limits that hold from a time in seconds on, by time; the first from the beginning.
  package var limits: [(start: Double, limits: AxisLimits)] = []

  /// A time at which nothing is known, in seconds, and why.
  package struct Unknown: Equatable, Sendable {
    package var from, to: Double
    package var words, note: String
  }

  /// True if it ever moves.
  var moves: Bool {
    pieces.contains(where: \.moves)
  }

  package static func == (one: AxisCurve, other: AxisCurve) -> Bool {
    one.pieces == other.pieces && one.unknown == other.unknown
      && one.limits.elementsEqual(other.limits) { $0 == $1 }
  }

  /// `quantity` as cubics, within `tolerance`.
  package func segments(of quantity: Quantity, within tolerance: Double) -> [Segment] {
    pieces.flatMap { $0.segments(of: quantity, within: tolerance) }
  }

  /// Adds `next`, a time at which nothing is known, which may go on with the last.
  mutating func add(_ next: Unknown) {
    guard let last = unknown.last, last.words == next.words, abs(last.to - next.from) < 1e-9 else {
      return unknown.append(next)
    }
    unknown[unknown.count - 1].to = next.to
  }

  /// Leaves out the motion that comes after `time` seconds.
  mutating func end(at time: Double) {
    while let last = pieces.last, last.end > time {
      pieces.removeLast()
      guard let part = last.part(from: 0, to: time) else { continue }
      pieces.append(part)
      break
    }
  }

  /// The piece at `time` seconds; nil where nothing is known.
  package func piece(at time: Double) -> CurvePiece? {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0, time <= pieces[low - 1].end else { return nil }
    return pieces[low - 1]
  }

  /// How far this is from `plan`, over the times at which both are known: exact differences.
  package func minus(_ plan: AxisCurve) -> AxisCurve {
    var difference = AxisCurve()
    var other = 0
    for piece in pieces {
      while other < plan.pieces.count, plan.pieces[other].end <= piece.start { other += 1 }
      var next = other
      while next < plan.pieces.count, plan.pieces[next].start < piece.end {
        let planned = plan.pieces[next]
        next += 1
        guard let mine = piece.part(from: planned.start, to: planned.end),
          let its = planned.part(from: mine.start, to: mine.end)
        else { continue }
        var part = mine
        part.position -= its.position
        part.step = its.step
        difference.pieces.append(part)
      }
    }
    return difference
  }
}

extension AxisCurve {
  /// The motion of `axis` as `cue` plans it, without anything before its beginning.
  ///
  /// Nil if the dock has no such axis.
  package init?(of axis: Axis, in cue: Cue) { self.init(of: axis, in: cue, starts: nil) }

  /// The motion of `axis` as `cue` plans it; of one that was played with the seconds at which its
  /// steps began.
  init?(of axis: Axis, in cue: Cue, starts: [Double]?) {
    let schedule = cue.schedule
    let first = schedule.limits.indices.contains(cue.limits) ? cue.limits : 0
    guard let own = schedule.limits.first?[axis], schedule.limits[first][axis] != nil else {
      return nil
    }
    var reader = PlanReader(
      axis: axis, schedule: schedule, limits: (schedule.limits[first][axis] ?? own).inDegrees,
      position: Millidegrees(schedule.from[axis]).degrees,
      velocity: Millidegrees(cue.turning[axis]).degrees,
      isHeld: cue.holdsMotors, starts: starts)
    reader.read()
    self = reader.curve
  }
}

/// Follows an axis through a schedule.
private struct PlanReader {
  let axis: Axis
  let schedule: Schedule
  var limits: AxisLimits
  var position: Double
  var velocity: Double
  /// True while the script has the motors.
  var isHeld: Bool
  /// When the steps began, in seconds; nil as the schedule says.
  let starts: [Double]?
  /// True while the tracker turns it for the script.
  var isFollowing = false
  /// Up to when the motion is known, in seconds.
  var time = 0.0
  var curve = AxisCurve()

  mutating func read() {
    curve.limits = [(0, limits)]
    for (index, step) in schedule.steps.enumerated() {
      let start = start(of: index, step)
      switch step.kind {
      case .take:
        // What the tracker did before is not known.
        if !isHeld { time = max(0, start) }
        isHeld = true
      case .giveBack:
        rest(until: start)
        (isHeld, velocity) = (false, 0)
      case .limit:
        guard let own = schedule.limits(of: step)?[axis] else { break }
        limits = own.inDegrees
        // Of those that begin at once, the last holds.
        if curve.limits.last?.start == max(0, start) { curve.limits.removeLast() }
        curve.limits.append((max(0, start), limits))
      case .animate:
        rest(until: start)
        let end = start + Milliseconds(step.length).seconds
        isUnknown(until: end, "animation", "a built-in animation: its motion is not known")
      case .move, .through, .ramp, .cut, .warp:
        if step.axes.contains(axis) { move(by: step, index) }
      case .action:
        if case .follow(let following) = schedule.action(of: step), following.axes.contains(axis) {
          follow(following, from: start, for: Milliseconds(step.length).seconds)
        }
      case .wait, .tracking: break
      }
    }
    rest(until: Milliseconds(schedule.length).seconds)
  }

  /// Hands the axis to the tracker, or takes it back once it rests.
  private mutating func follow(
    _ following: Schedule.Following, from start: Double, for length: Double
  ) {
    rest(until: start)
    isFollowing = true
    guard following.subject == nil else { return }
    rest(until: start + length)
    isFollowing = false
  }

  /// When `step`, which has this index, begins, in seconds.
  private func start(of index: Int, _ step: Step) -> Double {
    starts?[index] ?? Milliseconds(step.start).seconds
  }

  /// Notes that nothing is known of the axis until `end` seconds.
  private mutating func isUnknown(until end: Double, _ words: String, _ note: String) {
    let from = max(0, time)
    if end > from { curve.add(.init(from: from, to: end, words: words, note: note)) }
    time = max(time, end)
  }

  /// Lets the axis rest, or turn on, until `end` seconds.
  private mutating func rest(until end: Double) {
    if isHeld, isFollowing {
      return isUnknown(until: end, "follows", "the tracker turns it after a subject")
    }
    guard isHeld, end > time else { return }
    let way = velocity * (end - time)
    curve.pieces.append(
      CurvePiece(
        start: time, length: end - time, position: SIMD8(position, way, 0, 0, 0, 0, 0, 0),
        limits: limits, step: nil))
    (position, time) = (position + way, end)
  }

  private mutating func move(by step: Step, _ index: Int) {
    let start = start(of: index, step)
    rest(until: start)
    // What is begun anew, or in the place of something else, ends that.
    if let last = curve.pieces.last, last.end > start + 1e-9 { curve.end(at: start) }
    guard let profile = schedule.profile(of: axis, in: step, from: position, within: limits) else {
      return
    }
    var end = start
    profile.forEachPiece { piece in
      for part in CurvePiece.pieces(of: piece, at: end, within: limits, step: index) {
        if let shown = part.part(from: 0, to: .infinity) { curve.pieces.append(shown) }
      }
      end += piece.length
    }
    position = profile.end.position
    velocity = step.kind == .ramp ? Millidegrees(step.to[axis]).degrees : 0
    time = max(time, start + Milliseconds(step.length).seconds)
  }
}
