import Language
import Motion

extension Scheduler {
  /// Carries out `stop`.
  mutating func perform(_ stop: StopStatement) throws(Halt) {
    let named = AxisSet(rawValue: stop.named)
    let wanted = named.isEmpty ? AxisSet.all : named
    let turning = AxisSet.all.members.filter {
      wanted.contains($0) && axes[$0].velocity != 0 && (!named.isEmpty || isFree($0))
    }
    let moved = turning.reduce(AxisSet.none) { $0.union(AxisSet($1)) }
    var asked: (seconds: Double, node: ExpressionView)?
    if let length = stop.length { asked = (try time(length, what: "the length"), length) }
    if moved.isEmpty {
      if let asked { try hold(Scheduler.nanoseconds(asked.seconds)) }
      return
    }
    try take(moved)
    let least = try quickest(moved, PerAxis(all: 0))
    guard let asked else {
      return try change(moved, PerAxis(all: 0), least, Int64(least) * 1_000_000)
    }
    try turn(moved, PerAxis(all: 0), least, asked, holds: false)
  }
}
