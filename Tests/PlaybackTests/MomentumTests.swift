import Hardware
import Motion
import Schedules
import Testing
import Vocabulary

@testable import Playback

@Suite("What a cue takes over") struct MomentumTests {
  /// The calls for a cue with `steps`, which begins while pan is told to turn at 5 deg/s.
  private func calls(of steps: [Step]) -> [Command] {
    var schedule = Schedule(model: .stand, files: ["show.dock"])
    schedule.steps = ContiguousArray(steps)
    schedule.length = steps.reduce(0) { max($0, $1.end) }
    var momentum = Momentum(planned: Cue(schedule))
    momentum.motors.yaw.command = 5000
    var lowering = Lowering(schedule, continuing: momentum, isLast: false, within: 100)
    return lowering.finish().commands.filter { $0.kind == .velocity }
  }

  @Test("an axis that is told to turn, and that no step turns, is made to stand")
  func standing() {
    var wait = Step(.wait, start: 0)
    wait.length = 1000
    #expect(calls(of: []).map(\.vector) == [PerAxis(all: 0)])
    #expect(calls(of: [wait]).map(\.vector) == [PerAxis(all: 0)])
    var tilt = Step(.ramp, start: 0)
    (tilt.axes, tilt.length, tilt.to.pitch) = (.pitch, 500, 5000)
    let beside = calls(of: [tilt])
    #expect(beside.first?.time == 0)
    #expect(beside.contains { $0.vector.pitch > 0 } && beside.allSatisfy { $0.vector.yaw == 0 })
  }

  @Test("an axis that a step turns goes on") func turning() {
    var ramp = Step(.ramp, start: -1000)
    (ramp.axes, ramp.length) = (.yaw, 500)
    (ramp.from.yaw, ramp.to.yaw) = (0, 5000)
    #expect(calls(of: [ramp]).allSatisfy { $0.vector.yaw == 5000 })
  }
}
