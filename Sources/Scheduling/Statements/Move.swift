import Diagnosis
import Hardware
import Language
import Motion
import Vocabulary

/// A move statement, read.
struct MoveRequest {
  var axes = AxisSet.none
  var targets = PerAxis<Double>(all: 0)
  var isRelative = false
  var points: [PerAxis<Double>] = []
  var isThrough = false
  var over: Double?
  var overNode: ExpressionView?
  var speed: Double?
  var speedNode: ExpressionView?
  var within: Double?
  var easing = Easing.plain
  var easingNode: EasingView?
  var isStraight = false
  var targetNode: ExpressionView?
  /// Whom or what it turns to; nil if its places are known.
  var subject: PhoneCall.Subject?
  /// True if it takes longer than it says where it has to.
  var mayTakeLonger = false

  /// True if it goes on from the velocities the axes have; any other begins at rest.
  var goesOn: Bool { easing.isPlain && !isStraight && !isThrough }
}

extension Scheduler {
  /// Carries out `pan`, `tilt`, `roll` or `move`.
  mutating func perform(_ move: MoveStatement) throws(Halt) {
    var request = MoveRequest()
    try read(move, into: &request)
    guard refuseMissing(&request) else { return }
    if let subject = request.subject { return try turn(request, to: subject, for: move) }
    try take(request.axes)
    if !request.goesOn { try brake(request.axes) }
    if request.isThrough { return try through(request) }
    aim(&request)
    keepPace(of: &request)
    try plan(request)
  }

  private mutating func read(
    _ move: MoveStatement, into request: inout MoveRequest
  ) throws(Halt) {
    request.isStraight = move.isStraight
    let axis = move.axis.flatMap { Axis(rawValue: Int($0)) }
    for clause in move.clauses {
      switch clause {
      case .to(let node): try target(node, axis, false, &request)
      case .toSubject(let subject):
        request.subject = self.subject(subject)
        request.axes = axis.map { AxisSet($0) } ?? seeing
      case .by(let node): try target(node, axis, true, &request)
      case .through(let node): try waypoint(node, axis, &request)
      case .over(let node):
        request.over = try time(node, what: "the length of a move")
        request.overNode = node
      case .at(let node):
        request.speed = try positive(node, what: "the speed of a move", "deg/s") * rendition.pace
        request.speedNode = node
      case .within(let node):
        request.within = try positive(node, what: "the tolerance", "deg")
      case .easing(let easing):
        request.easing = try self.easing(easing)
        request.easingNode = easing
      }
    }
  }

  private mutating func target(
    _ node: ExpressionView, _ axis: Axis?, _ isRelative: Bool, _ request: inout MoveRequest
  ) throws(Halt) {
    request.isRelative = isRelative
    request.targetNode = node
    if let axis {
      request.axes = AxisSet(axis)
      request.targets[axis] = try angle(node, of: axis)
    } else {
      request.targets = rendition.turned(try pose(node))
      request.axes = named(request.targets, isHome: node.kind == .home)
    }
  }

  private mutating func waypoint(
    _ node: ExpressionView, _ axis: Axis?, _ request: inout MoveRequest
  ) throws(Halt) {
    request.isThrough = true
    request.targetNode = node
    var point = PerAxis<Double>(all: .nan)
    if let axis {
      point[axis] = try angle(node, of: axis)
    } else {
      point = rendition.turned(try pose(node))
    }
    request.axes.formUnion(named(point, isHome: isHome(point)))
    request.points.append(point)
  }

  private func isHome(_ pose: PerAxis<Double>) -> Bool {
    pose.yaw == 0 && pose.pitch == 0 && pose.roll == 0
  }

  /// The axes a pose names; home names those the dock has.
  private mutating func named(_ pose: PerAxis<Double>, isHome: Bool) -> AxisSet {
    var axes = AxisSet.none
    for axis in AxisSet.all.members where !pose[axis].isNaN {
      if limit(of: axis) == nil, pose[axis] == 0 { continue }
      axes.insert(AxisSet(axis))
    }
    return axes
  }

  private mutating func angle(_ node: ExpressionView, of axis: Axis) throws(Halt) -> Double {
    let angle = node.isPicked ? try part(of: node, picked: axis) : try value(node)
    if abs(angle) > Scheduler.farthest {
      throw halt(
        .outOfRange(
          "an angle reaches up to 1000000deg", at: span(of: node), "that is 2777 turns"))
    }
    return rendition.turned(angle, axis)
  }

  /// The part for `axis` of the pose `node`, where only that is meant; a failure halts.
  private mutating func part(
    of node: ExpressionView, picked axis: Axis
  ) throws(Halt) -> Double {
    let value = evaluator.part(of: node, UInt8(axis.rawValue))
    if evaluator.failure != nil || !value.isFinite { throw failed(node) }
    return value
  }

  /// The axes that the dock has of those that turn the view of the camera.
  private var seeing: AxisSet {
    [Axis.yaw, .pitch].reduce(into: AxisSet.none) { axes, axis in
      if limit(of: axis) != nil { axes.insert(AxisSet(axis)) }
    }
  }

  private mutating func positive(
    _ node: ExpressionView, what: String, _ unit: String
  ) throws(Halt) -> Double {
    let value = try value(node)
    if AxisTracking.millidegrees(value) <= 0 { throw notPositive(what, value, node, unit) }
    return value
  }

  /// Reports axes the dock lacks and leaves them out; false if nothing is left to do.
  private mutating func refuseMissing(_ request: inout MoveRequest) -> Bool {
    for axis in request.axes.members where limit(of: axis) == nil {
      if isNew(.missingAxis) {
        report(.missingAxis(axis, model.name, at: wordSpan(of: axis), time: milliseconds))
      }
      request.axes.remove(AxisSet(axis))
    }
    return !request.axes.isEmpty || request.over != nil
  }

  /// Turns distances into places.
  private mutating func aim(_ request: inout MoveRequest) {
    for axis in request.axes.members where request.isRelative {
      request.targets[axis] += motors.axes[axis].position
    }
  }
}
