import Motion
import Printing
import Schedules
import Vocabulary

/// A schedule beside the lines of its text form, one a step.
struct ScheduleLines {
  let schedule: Schedule
  /// The lines that say for which dock and from where, without the names of the sources.
  let headers: [String]
  /// The line of each step without the place in the script.
  let lines: [String]
  /// The line of each step without its start and without the place in the script.
  let contents: [String]

  init(_ schedule: Schedule) {
    self.schedule = schedule
    var text = TextBuffer()
    schedule.writeText { text.write(bytes: $0.bytes) }
    let all = text.text.split(separator: "\n", omittingEmptySubsequences: false)
    let head = all.prefix { !$0.isEmpty }
    headers = head.filter { !$0.hasPrefix("source ") }.map(String.init)
    lines = zip(all.dropFirst(head.count + 1), schedule.steps).map {
      ScheduleLines.withoutPlace($0, of: $1)
    }
    contents = lines.map { line in
      String(line.drop { $0 == " " }.drop { $0 != " " }.drop { $0 == " " })
    }
  }

  /// The step with `index` in the words of scripts.
  func words(_ index: Int) -> String { schedule.words(for: schedule.steps[index]) }

  /// What the step with `index` does, without its times.
  func action(_ index: Int) -> String {
    let content = contents[index]
    guard content.first == "+" else { return content }
    return String(content.drop { $0 != " " }.drop { $0 == " " })
  }

  /// A number that steps of one kind and the same axes share.
  func key(_ index: Int) -> Int {
    let step = schedule.steps[index]
    let action = schedule.action(of: step)?.number ?? 0
    return action << 16 | Int(step.kind.rawValue) << 8 | Int(step.axes.rawValue)
  }

  /// Where a move goes.
  enum Goal: String {
    case place = "to a place"
    case distance = "by a distance"
    case back = "back to where it stood"
  }

  /// Where `step` goes, a move.
  func goal(_ step: Step) -> Goal {
    if schedule.holdBehind(step) != nil { return .back }
    return step.isRelative ? .distance : .place
  }

  /// The word that ends the line of `step` for its easing.
  func easing(_ step: Step) -> String {
    let index = Int(step.easing)
    return index < schedule.easings.count ? schedule.easings[index].words : "plain"
  }

  /// Where `step` stands in the script, in brackets; empty if that is not known.
  func place(of step: Step) -> String {
    guard step.lineNumber > 0, step.file < schedule.files.count else { return "" }
    return " (\(schedule.files[step.file]):\(step.lineNumber))"
  }

  private static func withoutPlace(_ line: Substring, of step: Step) -> String {
    guard step.lineNumber > 0, let mark = line.lastIndex(of: "#") else { return String(line) }
    let end = line[..<mark].lastIndex { $0 != " " }
    return String(line[...(end ?? line.startIndex)])
  }
}
