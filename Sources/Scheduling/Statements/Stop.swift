import Language
import Motion

extension Scheduler {
  /// Carries out `stop`.
  mutating func perform(_ stop: StopStatement) throws(Halt) {
    let named = AxisSet(rawValue: stop.named)
    let wanted = named.isEmpty ? AxisSet.all : named
    var moved = motors.turning(wanted)
    if named.isEmpty {
      for axis in moved.members where !isFree(axis) { moved.remove(AxisSet(axis)) }
    }
    var asked: (seconds: Double, node: ExpressionView)?
    if let length = stop.length { asked = (try time(length, what: "the length"), length) }
    if moved.isEmpty {
      if let asked { try hold(spend(asked.seconds)) }
      return
    }
    try take(moved)
    let least = try quickest(moved, PerAxis(all: 0))
    guard let asked else { return try change(moved, PerAxis(all: 0), atPaceOr: least) }
    try turn(moved, PerAxis(all: 0), least, asked, holds: false)
  }
}
