import Foundation
import Diagnosis
import Hardware
import Language
import Motion
import Rehearsal
import Schedules
import Scheduling
import Testing

/// The schedule of `script`, or of one of its tests; fails the test if it has errors.
func compile(
  _ script: String, for model: DockModel = .stand, from pose: PerAxis<Int32> = PerAxis(all: 0),
  test: Int? = nil
) throws -> Schedule {
  let file = LoadedFile(identity: "show.dock", name: "show.dock", bytes: Array(script.utf8))
  let examples = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Examples")
  let checked = Script(
    checking: file,
    sounds: { name, _ in
      guard let data = try? Data(contentsOf: examples.appending(path: name)) else {
        return .failure(.notFound(beside: []))
      }
      return SoundFile.reading([UInt8](data), name: name)
    }
  ) { _, _ in .failure(.notFound) }
  var found = checked.diagnostics
  let schedule = checked.schedule(
    for: Compilation(for: model, from: pose, test: test), reporting: &found)
  return try #require(schedule, "\(found.all.map(\.message))")
}

/// The shows of the tour that move in every way there is.
enum Show {
  static let hello = """
    tilt to 10deg up over 1s
    animate yes
    pan to 30deg right over 2s
    pan to 30deg left over 3s easing smooth
    move to home over 2s
    """

  static let ramps = """
    limit pan to 120deg left .. 120deg right at 60deg/s
    limit tilt to 25deg up .. 25deg down at 30deg/s
    ramp pan to 20deg/s right over 1s
    wait 2s
    ramp pan to 0deg/s over 1s
    spin pan at 0.2rad/s right, tilt at 0.1rad/s down for 2s
    spin pan at 0.2rad/s left, tilt at 0.1rad/s up for 2s
    stop
    """

  static let gestures = """
    gesture nod(depth: angle = 10deg, beat: time = 500ms) {
        tilt by depth down over beat easing ease_out
        tilt by depth up over beat easing smooth
    }
    gesture look_around(reach: angle) {
        pan by reach right over 1s
        pan by 2 * reach left over 2s
        pan by reach right over 1s
    }
    nod()
    nod(depth: 6deg, beat: 400ms)
    look_around(reach: 35deg)
    repeat 3 { nod(beat: 600ms) }
    animate kapow
    """

  static let tracking = """
    pan to 20deg right over 1s
    tracking on
    wait 1s
    tilt to 10deg up over 1s
    tracking off
    wait 1s
    log "and home"
    frame left
    move to home over 1s
    """

  static let all = [hello, ramps, gestures, tracking]
}
