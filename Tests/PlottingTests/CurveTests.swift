import Motion
import Plotting
import Schedules
import Testing

/// The curves in the file are the motion: read back and evaluated, they agree with the schedule.
@Suite struct CurveTests {
  static let scripts: [String] = [
    "pan to 30deg right over 2s\ntilt to 10deg up over 1s",
    "spin pan at 20deg/s right\nwait 1s\nramp pan to 40deg/s left over 1s\nwait 500ms\nstop",
    "pan to 30deg right over 2s easing smooth\npan to 0deg over 3s easing ease_in_out",
    "pan to 30deg right over 3s easing bezier(0.4, 0, 0.2, 1)",
    "tilt to 10deg up over 3s easing spring(0.3)",
    "together { pan to 40deg left over 2s; tilt to 20deg down over 1s }",
    "limit pan at 20deg/s\npan to 30deg right",
  ]

  @Test(arguments: scripts)
  func curvesAgreeWithTheSchedule(script: String) throws {
    let plotted = try Plotted(script)
    let schedule = try #require(plotted.sheet.straight)
    for axis in plotted.plot.drawn { try agree(plotted, schedule, axis) }
  }

  @Test(arguments: Plotted.examples)
  func examplesAgreeWithTheirSchedules(example: String) throws {
    let plotted = try Plotted.example(example)
    guard let schedule = plotted.sheet.straight else { return }
    for axis in plotted.plot.drawn { try agree(plotted, schedule, axis) }
  }

  /// Compares 50 times of each step that moves `axis`.
  private func agree(_ plotted: Plotted, _ schedule: Schedule, _ axis: Axis) throws {
    let charts = try ["position", "speed", "acceleration", "jerk"].map {
      try #require(ReadChart(plotted.svg, axis: axis.scriptName, quantity: $0))
    }
    var limits = try #require(schedule.limits[0][axis]?.inDegrees)
    var (position, velocity, end) = (Double(schedule.from[axis]) / 1000, 0.0, 0.0)
    var checked = 0
    for step in schedule.steps {
      if let own = schedule.limits(of: step)?[axis] { limits = own.inDegrees }
      // Between ramps the axis turns on.
      let start = Double(step.start) / 1000
      if step.axes.contains(axis) {
        position += velocity * (start - end)
        (end, velocity) = (start + Double(step.length) / 1000, 0)
        if step.kind == .ramp { velocity = Double(step.to[axis]) / 1000 }
      }
      guard
        let profile = schedule.profile(of: axis, in: step, from: position, within: limits)
      else { continue }
      for index in 0..<50 {
        // Odd shares stay away from where the jerk jumps.
        let time = profile.length * (Double(index) + 0.4871) / 50
        let state = profile.state(at: time)
        let values = [state.position, state.velocity, state.acceleration, state.jerk]
        for (chart, value) in zip(charts, values) {
          let drawn = try #require(
            chart.value(at: Double(step.start) / 1000 + time, near: value),
            "nothing is drawn at \(time) s of \(schedule.words(for: step))")
          // What a file says is to a thousandth of a pixel; beside a jump, also along the time.
          let room = 0.004 / abs(chart.unit) + abs(value) * 0.002
          #expect(
            abs(drawn - value) <= room || nearJump(profile, time, chart.times[0].scale),
            "\(axis) \(value) is drawn as \(drawn) at \(time) s of \(schedule.words(for: step))")
          checked += 1
        }
      }
      position = profile.end.position
    }
    #expect(checked >= 200 || schedule.steps.allSatisfy { !$0.axes.contains(axis) })
  }

  /// True within half a pixel of where one piece of the motion ends.
  private func nearJump(_ profile: Profile, _ time: Double, _ scale: Double) -> Bool {
    var (end, isNear) = (0.0, false)
    profile.forEachPiece { piece in
      end += piece.length
      if abs(time - end) * scale < 0.5 || time * scale < 0.5 { isNear = true }
    }
    return isNear
  }

  @Test func piecesOfConstantJerkAreOneCurveEach() throws {
    let plotted = try Plotted("pan to 30deg right over 2s")
    let position = try #require(ReadChart(plotted.svg, axis: "pan", quantity: "position"))
    // Three pieces of the rise, one at full speed, three of the fall.
    #expect(position.curves.joined().map(\.points.count) == [4, 3, 4, 2, 4, 3, 4])
    let speed = try #require(ReadChart(plotted.svg, axis: "pan", quantity: "speed"))
    #expect(speed.curves.joined().map(\.points.count) == [3, 2, 3, 2, 3, 2, 3])
    let acceleration = try #require(ReadChart(plotted.svg, axis: "pan", quantity: "acceleration"))
    #expect(acceleration.curves.joined().allSatisfy { $0.points.count == 2 })
  }
}
