import DockKit
import Hardware
import Motion
import Playback
import Schedules
import Simulation
import Testing

@testable import Rehearsal

@Suite struct SelectionTests {
  static let room = """
    scene {
        seed 3
        person ada at 22deg right, 1.5m away
        person bob at 20deg left, 2.5m away
        object ball at 5deg right, 10deg down, 1m away
        person eve at 120deg right
        at 1s bob speaks
        at 4s tap
    }

    """

  /// What a script of `text` tells of nobody, and where the dock looks after 4 s.
  static func run(_ text: String) throws -> (refused: [String], yaw: Double) {
    let (cue, scene, _) = try PersonTests.script(room + text + "\nwait for tap\n")
    var refused: [String] = []
    let run: RunRecord = rehearse(
      cue, company: scene.company, faults: scene.faults, happenings: scene.happenings,
      reporting: { event in
        if case .refused(let failure) = event.kind { refused.append(failure.summary) }
      })
    #expect(run.findings.isEmpty && run.outcome.ending == .done)
    return (refused, run.trace.position(of: .yaw, at: 4000) ?? .nan)
  }

  @Test(
    "the dock follows whom the script selects",
    arguments: [
      ("select person bob", -20.0), ("select person ada", 22), ("select object ball", 5),
      ("select object", 5), ("select person", 22), ("select at 22%, 50%", -20),
      ("select object ball\nwait 1.5s\nselect person speaking", -20),
      ("select object ball\nwait 1s\nselect person ada", 22),
    ])
  func whoIsSeen(statement: String, yaw: Double) throws {
    let found = try Self.run(statement)
    #expect(found.refused.isEmpty && abs(found.yaw - yaw) < 2.5, "\(found)")
  }

  @Test(
    "it says who is not seen, and the show goes on",
    arguments: [
      ("select person eve", "no person 'eve' is seen"),
      ("select person speaking", "nobody is seen who speaks"),
      ("select at 50%, 1%", "nobody is seen at 50%, 1%"),
      ("select object cup", "no object 'cup' is seen"),
    ])
  func whoIsNotSeen(statement: String, words: String) throws {
    #expect(try Self.run(statement).refused == ["nothing is selected: \(words)"])
  }

  @Test func aScriptIsSweptThatSelects() throws {
    let (cue, scene, _) = try PersonTests.script(
      Self.room + "select person bob\npan by 5deg right over 1s\nselect none\n")
    let result = sweep(
      cue, company: scene.company, faults: scene.faults, happenings: scene.happenings)
    #expect(result.failures == 0, "\(String(describing: result.first))")
  }
}
