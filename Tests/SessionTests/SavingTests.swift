import Diagnosis
import Language
import Motion
import Rehearsal
import Schedules
import Scheduling
import Testing

@testable import Session

/// A session that was saved does, as a script by itself, what it did by hand.
@Suite struct SavingTests {
  @Test("a saved session ends where it stood", arguments: 0..<Thorough.count(64, sample: 12))
  func endsAlike(seed: Int) throws {
    var (talk, stage, random) = (Session(), Stage(), SplitMix64(seed))
    stage.files["bow.dock"] = Array(
      "gesture bow() { tilt by 4deg down over 1s; tilt by 3deg up over 1s }\n".utf8)
    var lines = [
      "use \"bow.dock\"", "let reach = 7deg left", "let far = reach / 2",
      "gesture sweep() { pan by reach over 2s; tilt to 9deg up over 2s }",
      "gesture twice(way: angle) { sweep(); pan by way over 2s }",
      "on button 1 replacing { pan to 12deg right over 2s }",
      "on tap queued { tilt to 6deg up over 1s }",
    ]
    lines += (0..<(4 + random.next() % 16)).map { _ in line(&random) }
    for line in lines {
      _ = talk.enter(Array(line.utf8), stage)
      talk.drop()
    }
    let context = "seed \(seed)\n\(lines.joined(separator: "\n"))\n\(stage.take())"
    _ = talk.answer(":save show.dock", stage)
    guard let bytes = stage.files["show.dock"] else { return #expect(talk.log.isEmpty) }
    let script = Script(checking: stage.script(bytes, name: "show.dock")) {
      stage.load($0, from: $1)
    }
    var found = script.diagnostics
    let saved = "\(context)\n\(String(decoding: bytes, as: UTF8.self))"
    let cue = try #require(script.firstCue(for: Compilation(), reporting: &found), "\(saved)")
    #expect(!found.hasErrors, "\(saved)")
    let scene = script.scene(reporting: &found)
    let pose = rehearse(
      cue, faults: scene?.faults ?? [], happenings: scene?.happenings ?? []
    ).endPose
    for axis in Axis.allCases {
      #expect(abs(pose[axis] - talk.pose[axis]) <= 20, "\(axis) of \(pose)\n\(saved)")
    }
  }

  @Test("a scene is saved by the time of the script, whatever of the session is in it")
  func scenes() throws {
    var (talk, stage) = (Session(), Stage())
    for line in [
      "on tap pausing { animate yes }", "pan to 10deg right over 1s", ":undo",
      "pan to 20deg right over 2s", "scene { at 1s tap; at 4s press button 2; at 60s tap }",
      "pan to 0deg over 2s", "pan to 50deg right over 3s", ":undo", "tilt to 5deg up over 2s",
      ":save show.dock",
    ] {
      let reply = talk.enter(Array(line.utf8), stage)
      #expect(reply == .ready, "\(line)\n\(stage.take())")
    }
    let text = String(decoding: stage.files["show.dock"] ?? [], as: UTF8.self)
    // The scene began after 2 s; an entry took 3.288 s; what came during that which was taken back
    // comes as it began.
    let scene = """
      scene {
          at 3s tap
          at 5.288s hold button 2
          at 5.288s release button 2
      """
    #expect(text.contains(scene) && text.contains("s tap\n}"), "\(text)")
    #expect(!stage.take().contains("warning"))
  }

  private func line(_ random: inout SplitMix64) -> String {
    func one(_ texts: [String]) -> String { texts[Int(random.next() % UInt64(texts.count))] }
    let (angle, length) = (1 + Int(random.next() % 30), 2 + Int(random.next() % 3))
    let (side, way) = (one(["left", "right"]), one(["up", "down"]))
    let event = one(["button 1", "tap", "zoom by factor", "shutter"])
    let policy = one(["pausing", "replacing", "queued", "ignoring"])
    let body = one([
      "pan by \(angle)deg right over 2s", "tilt to \(angle)deg up over 2s", "animate yes",
      "sweep()", "move to home over 2s",
    ])
    let scene = one([
      "at 500ms tap", "at 1s press button 1", "at 1s turn zoom by 1.5", "at 700ms press shutter",
      "at 1s tap; at 4s tap; at 9s press button 1",
    ])
    return one([
      "pan to \(angle)deg \(side) over \(length)s", "tilt by \(angle)deg up over \(length)s",
      "tilt to \(angle)deg down over \(length)s", "pan by \(angle)deg \(side) over \(length)s",
      "let reach = \(angle)deg \(side)", "pan by reach over \(length)s", "let far = reach / 2",
      "pan to far over 3s; tilt by reach / 4 over 3s",
      "gesture sweep() { pan by reach over 2s; tilt to \(angle)deg \(way) over 2s }",
      "sweep()", "gesture twice(way: angle) { sweep(); pan by way over 2s }",
      "twice(way: \(angle)deg)", "limit pan at 80deg/s", "limit tilt to 40deg up .. 40deg down",
      "bow()", "pan to random(-30deg, 30deg) over 3s",
      "let reach = random(-20deg, 20deg)", "pan to reach over 3s", "seed \(angle)",
      "on \(event) \(policy) { \(body) }", "on \(event) \(policy) { \(body) }",
      "on tap { log reach }", "scene { \(scene) }", "scene { \(scene) }", ":press button 1", ":tap",
      ":turn zoom by 2", ":press shutter", ":undo", "tracking off",
      "tracking on; pan to 5deg \(side) over 2s",
      "spin pan at 10deg/s \(side) for 1s; stop",
      "together { pan by \(angle)deg \(side) over 3s; tilt to 5deg up over 2s }",
      ":home", "wait \(length)s", "move to home over 3s", ":undo",
      "repeat 2 { pan by reach over 3s }", "if reach > 0deg { tilt to 3deg up over 1s }",
    ])
  }
}
