import Hardware
import Language
import Motion
import Playback
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing

/// The motion of the model's motors in the words of scripts, without lowering and planning.
@Suite("Speeds and rests of a script") struct SpeedAndRestTests {
  private func schedule(_ text: String, for model: DockModel) throws -> Schedule {
    let file = LoadedFile(identity: "show.dock", name: "show.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    let schedule = script.schedule(for: Compilation(for: model), reporting: &found)
    return try #require(schedule, "\(text)")
  }

  private func record(_ text: String, for model: DockModel) throws -> RunRecord {
    rehearse(try schedule(text, for: model), isTracking: false)
  }

  /// Moves at random named speeds, each in the form number `form`.
  private func moves(_ form: Int, at speed: Int, _ random: inout SplitMix64) -> String {
    var place: Int32 { random.number(3...25) }
    let rate = "\(speed)deg/s"
    return switch form {
    case 0: "pan to \(place)deg right at \(rate)\npan to \(place)deg left at \(rate)\n"
    case 1: "tilt to \(place)deg up at \(rate) easing smooth\ntilt to \(place)deg down at \(rate)\n"
    case 2:
      "move to pose(pan: \(place)deg, tilt: \(place)deg) straight at \(rate)\n"
        + "pan to home at \(rate)\n"
    case 3:
      "move through pose(pan: \(place)deg left), pose(tilt: \(place)deg down), home at \(rate)\n"
    case 4: "ramp pan to \(rate) right over 1s\nwait 1s\nramp pan to \(rate) left over 1s\nstop\n"
    default:
      "spin pan at \(rate) left, tilt at \(rate) up for 500ms\nstop\nmove to home at \(rate)\n"
    }
  }

  @Test(
    "changes of speed that are too short for a call each are made up for",
    arguments: [
      ("spin pan at 1deg/s right; spin pan at 3deg/s right for 10s; stop pan", 30.0),
      ("spin pan at 0.5deg/s right; spin pan at 5deg/s right for 7s; stop pan", 35.0),
      ("spin pan at 1deg/s left; spin pan at 2deg/s right; spin pan at 1deg/s left for 5s", -5.0),
    ])
  func shortChanges(text: String, place: Double) throws {
    for model in [DockModel.stand, .flow2pro] {
      let record = try record("\(text)\nstop pan", for: model)
      let end = record.trace.motion(of: .yaw)?.position(at: 60) ?? .nan
      #expect(abs(end - place) < 0.25, "\(model.name)")
      #expect(record.findings == [])
    }
  }

  @Test("the speed that a script names is the greatest", arguments: DockModel.exact.indices)
  func named(model: Int) throws {
    let model = DockModel.exact[model]
    var random = SplitMix64(9)
    for number in 0..<Thorough.count(60, sample: 12) {
      let speed = Int(random.number(4...30))
      let text = "together { pan to 0deg; wait 50ms }\n" + moves(number % 6, at: speed, &random)
      let record = try record(text, for: model)
      for motion in record.trace.axes {
        let end = Double(record.trace.end) / 1e9
        let fastest = stride(from: 0, through: end, by: 0.001).map { abs(motion.speed(at: $0)) }
        #expect(fastest.max() ?? 0 <= Double(speed) + 1e-9, "\(model.name), \(number): \(text)")
      }
    }
  }

  @Test("an axis that waits stands where it was sent", arguments: DockModel.exact.indices)
  func rest(model: Int) throws {
    let model = DockModel.exact[model]
    var random = SplitMix64(10)
    for number in 0..<Thorough.count(60, sample: 24) {
      let (depth, length) = (random.number(3...8), random.number(9...16) * 50)
      let pause = random.number(30...300)
      let easing = ["smooth", "ease_in_out", "ease_in", "ease_out"][number % 4]
      let nod = "over \(length)ms easing \(easing)\n"
      let turn = number % 3 == 0 ? "pan to 40deg right over 6s easing smooth\n" : ""
      let text = """
        together {
        \(turn){
        repeat 3 {
        tilt to \(depth)deg down \(nod)wait \(pause)ms
        tilt to 0deg \(nod)wait \(pause)ms
        } } }
        """
      let record = try record(text, for: model)
      let tilt = try #require(record.trace.axes.first { $0.axis == .pitch })
      for turn in 0..<6 {
        // When the wait is over, and for all of it but what the last brake may be late.
        let end = Double((Int(length) + Int(pause)) * (turn + 1)) / 1000
        for time in stride(from: end - Double(pause) / 1000 + 0.01, to: end, by: 0.001) {
          let place = turn % 2 == 0 ? Double(depth) : 0
          #expect(tilt.speed(at: time) == 0, "\(model.name), \(number) at \(time): \(text)")
          let error = abs(tilt.position(at: time) - place)
          #expect(error <= 0.004, "\(model.name), \(number) at \(time): \(text)")
        }
      }
    }
  }
}
