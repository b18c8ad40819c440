import Schedules

extension CueSheet {
  /// The first thing that makes it more than one sequence of steps, which a Swift file cannot hold.
  public var swiftObstacle: CommandList.SwiftObstacle {
    for entry in entries {
      if let obstacle = entry.cue.swiftObstacle { return obstacle }
    }
    return CommandList.SwiftObstacle(line: 0, reason: "it never ends")
  }
}

extension Cue {
  /// The first thing in it that a Swift file cannot hold; nil if it only leads on.
  fileprivate var swiftObstacle: CommandList.SwiftObstacle? {
    if let step = schedule.steps.first(where: { schedule.subject(of: $0) != nil }) {
      return CommandList.SwiftObstacle(
        line: step.line, reason: "where it turns is found out in the show")
    }
    if let wait = awaited.first(where: { $0.line > 0 }) {
      return CommandList.SwiftObstacle(
        line: wait.line, reason: "it waits for events or handles them")
    }
    if !conditions.isEmpty {
      return CommandList.SwiftObstacle(
        line: conditionsLine, reason: "what it does is decided in the show")
    }
    return nil
  }
}
