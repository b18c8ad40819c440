import Foundation
import Playback
import Printing
import Rehearsal
import Scheduling
import Simulation
import Testing

/// The life of one statement, stage by stage, is what the README tells.
@Suite struct LifeGoldenTests {
  static let stages = ["schedule", "commands", "trace"]
  static let updates = ProcessInfo.processInfo.environment["DOCK_UPDATE_GOLDENS"] == "1"

  @Test(arguments: stages)
  func becomesWhatIsExpected(stage: String) async throws {
    let path = "Tests/Goldens/life/tilt.\(stage)"
    let text = try #require(await Self.text(of: stage))
    if Self.updates {
      try Data(text.utf8).write(to: Project.root.appending(path: path))
    } else {
      #expect(Project.text(of: path) == text)
    }
  }

  /// Every piece of text below the heading is a run of lines of one of the stages.
  @Test func isWhatTheReadmeTells() throws {
    let files = ["dock"] + Self.stages
    let goldens = files.map { "\n" + Project.text(of: "Tests/Goldens/life/tilt.\($0)") }
    let told = Page.readme.fences("text").filter { files.contains($0.words.last ?? "") }
    #expect(told.map { $0.words.last ?? "" } == files)
    for (fence, golden) in zip(told, goldens) {
      #expect(golden.contains("\n" + fence.text), "\(fence.place) tells something else")
    }
  }

  private static func text(of stage: String) async -> String? {
    let sample = Sample(Project.text(of: "Tests/Goldens/life/tilt.dock"), name: "tilt.dock")
    guard let schedule = sample.schedule else { return nil }
    var text = TextBuffer()
    switch stage {
    case "schedule": schedule.writeText { text.write(bytes: $0.bytes) }
    case "commands": lower(schedule).writeText { text.write(bytes: $0.bytes) }
    default: await rehearse(schedule).trace.write(to: &text)
    }
    return text.text
  }
}
