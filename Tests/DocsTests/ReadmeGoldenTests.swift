import Playback
import Printing
import Rehearsal
import Schedules
import Simulation
import Testing

/// The README shows the real output of the commands and of the stages of one statement.
///
/// With `DOCK_UPDATE_GOLDENS=1` the page is rewritten instead.
@Suite(.serialized, .onOwnThreads) struct ReadmeGoldenTests {
  static let stages = ["dock", "schedule", "commands", "trace"]

  @Test(arguments: stages.dropFirst())
  func aStatementLives(stage: String) throws {
    let path = "Tests/Goldens/life/tilt.\(stage)"
    let text = try #require(Self.life(at: stage))
    if Project.updates { try Project.write(text, to: path) }
    #expect(Project.text(of: path) == text)
  }

  /// A piece of text that is called after a stage is the body of that stage's golden.
  @Test func itsLifeIsTold() throws {
    let told = Page.readme.fences("text").filter { Self.stages.contains($0.words.last ?? "") }
    #expect(told.map { $0.words.last ?? "" } == Self.stages)
    let bodies = Self.stages.map { stage in
      let lines = Project.lines(of: "Tests/Goldens/life/tilt.\(stage)").dropLast()
      return Array(lines[(lines.firstIndex(of: "").map { $0 + 1 } ?? 0)...])
    }
    try compare(told, bodies)
  }

  /// Files are written, and commands run, in one folder and in the order of the page.
  @Test func theSessionRuns() throws {
    let terminal = try Terminal()
    defer { terminal.close() }
    try terminal.link("Examples")
    var outputs: [[String]] = []
    for fence in Page.readme.fences {
      if let name = fence.fileName { try terminal.write(fence.text, to: name) }
      if fence.kind == "console" { outputs.append(try terminal.session(fence.lines)) }
    }
    #expect(outputs.count > 3)
    try compare(Page.readme.fences("console"), outputs)
  }

  /// Compares fenced pieces with what they must hold, or makes them hold it.
  private func compare(_ fences: [Page.Fence], _ wanted: [[String]]) throws {
    if Project.updates {
      let text = Page.readme.replacing(zip(fences, wanted).map { ($0.range, $1) })
      return try Project.write(text, to: Page.readme.name)
    }
    for (fence, lines) in zip(fences, wanted) {
      let change = lines.difference(from: fence.lines)
      #expect(change.isEmpty, "\(fence) is not what comes out")
    }
  }

  private static func life(at stage: String) -> String? {
    let sample = Sample(Project.text(of: "Tests/Goldens/life/tilt.dock"), name: "tilt.dock")
    guard let schedule = sample.schedule else { return nil }
    var text = TextBuffer()
    switch stage {
    case "schedule": schedule.writeText { text.write(bytes: $0.bytes) }
    case "commands": lower(schedule).writeText { text.write(bytes: $0.bytes) }
    default: rehearse(schedule).trace.write(to: &text)
    }
    return text.text
  }
}
