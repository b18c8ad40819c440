import Hardware
import Motion
import Playback
import Scheduling
import Testing

/// A dock that turns as it is told, stepped in tenths of a millisecond.
///
/// Shares nothing with lowering but the assumption that speed changes at constant acceleration.
private struct Turntable {
  var position = PerAxis<Double>(all: 0)
  var velocity = PerAxis<Double>(all: 0)
  var target = PerAxis<Double>(all: 0)
  let acceleration: Double

  mutating func tick() {
    let seconds = 1e-4
    for axis in Axis.allCases where velocity[axis] != 0 || target[axis] != 0 {
      let before = velocity[axis]
      let most = acceleration * seconds
      velocity[axis] += max(-most, min(most, target[axis] - before))
      position[axis] += (before + velocity[axis]) / 2 * seconds
    }
  }
}

@Suite("Lowering") struct LoweringTests {
  /// The greatest distance from the plan at boundaries of pieces, and where axes stop, in degrees.
  private func deviation(of schedule: Schedule) -> (boundary: Double, stop: Double, place: String) {
    let list = lower(schedule)
    let plan = Plan(schedule)
    var dock = Turntable(acceleration: schedule.model.acceleration)
    var next = 0
    var worst = (boundary: 0.0, stop: 0.0, place: "")
    var orientations: [(end: Int32, target: PerAxis<Int32>)] = []
    for time in 0...schedule.length + 200 {
      orientations.removeAll { orientation in
        guard orientation.end == time else { return false }
        dock.position = orientation.target.map { Double($0) / 1000 }
        return true
      }
      let isBoundary = schedule.steps.contains {
        $0.start <= time && time <= $0.end && ((time - $0.start) % 50 == 0 || time == $0.end)
          && $0.kind != .animate
      }
      if isBoundary, orientations.isEmpty {
        for axis in Axis.allCases {
          let off = abs(dock.position[axis] - plan.position(axis, at: Double(time)))
          // At the end of a motion the motor has yet to stop.
          let isStopping =
            dock.velocity[axis] != 0
            && schedule.steps.contains {
              $0.end == time && $0.axes.contains(axis)
            }
          if off > worst.boundary, !isStopping {
            worst.boundary = off
            worst.place = "\(axis) at \(time) ms"
          }
          let stands = dock.velocity[axis] == 0 && dock.target[axis] == 0
          let rests = schedule.steps.allSatisfy {
            !$0.axes.contains(axis) || $0.end < time || $0.start >= time
          }
          if stands, rests { worst.stop = max(worst.stop, off) }
        }
      }
      while next < list.commands.count, list.commands[next].time == time {
        let command = list.commands[next]
        if command.kind == .velocity { dock.target = command.vector.map { Double($0) / 1000 } }
        if command.kind == .orientation {
          orientations.append((command.time + command.length, command.vector))
        }
        next += 1
      }
      for _ in 0..<10 { dock.tick() }
    }
    return worst
  }

  @Test("gentle motion is on the plan at each boundary and where it stops", arguments: 0..<6)
  func gentle(block: Int) {
    for seed in block * 10..<block * 10 + 10 {
      let worst = deviation(of: Choreographer.show(seed: seed, effort: 45))
      #expect(worst.boundary < 0.01, "seed \(seed): \(worst)")
      #expect(worst.stop < 0.002, "seed \(seed): \(worst)")
    }
  }

  @Test("motion at the motors' limit stays close to the plan", arguments: 0..<6)
  func steep(block: Int) {
    for seed in block * 10..<block * 10 + 10 {
      let worst = deviation(of: Choreographer.show(seed: seed, effort: 100))
      #expect(worst.boundary < 0.05, "seed \(seed): \(worst)")
      #expect(worst.stop < 0.002, "seed \(seed): \(worst)")
    }
  }
}
