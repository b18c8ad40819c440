import Diagnosis
import Language
import Motion
import Schedules
import Scheduling
import Testing
import Vocabulary

/// A show that never ends and is never still takes no more memory than one that has just begun.
@Suite struct EndlessTests {
  /// How many events come.
  private static let count = Thorough.count(1500, sample: 500)

  private func firstCue(_ text: String) throws -> Cue {
    let program = try #require(Compiling(text).program, "\(Compiling(text).rendered)")
    var found = Diagnostics()
    let cue = Scheduling.firstCue(program, for: Compilation(), reporting: &found)
    return try #require(cue, "\(found.all.map(\.message))")
  }

  /// Lets `event` come `time` milliseconds after `cue` began; gives the current cue then, and how
  /// long ago it began.
  private func next(
    _ cue: Cue, _ event: AwaitedEvent.Kind, at time: Int32
  ) throws -> (cue: Cue, elapsed: Int32) {
    var (cue, time) = (cue, time)
    while let end = cue.goesOn, end <= time {
      let next = try #require(cue.rest).consequence(of: .time, at: end, from: nil)
      (cue, time) = (try #require(next.cue), time - end)
    }
    let index = try #require(cue.awaited.firstIndex { $0.event?.kind == event })
    guard cue.awaited[index].start <= time else { return (cue, time) }
    let next = try #require(cue.rest).consequence(of: .event([index]), at: time, from: nil)
    return next.cue.map { ($0, 0) } ?? (cue, time)
  }

  @Test(arguments: [
    "spin pan at 10deg/s right\nrepeat forever { wait 700ms }",
    "repeat forever { spin pan at 20deg/s right for 1s; spin pan at 20deg/s left for 1s }",
    "repeat forever { limit pan at 80deg/s; pan by 20deg left over 1s easing smooth; "
      + "pan by 20deg right at 50deg/s }",
    "together { repeat forever { pan through 9deg left, 20deg right over 9s }; "
      + "every 1s { log \"tick\" } }",
  ])
  func itTakesNoMoreMemory(show: String) throws {
    var cue = try firstCue(
      """
      on button 1 { log "one"; face happy; wait 300ms }
      on tap pausing { limit tilt at 30deg/s; tilt to 5deg down over 1s; tilt to home over 1s }
      on shutter at most every 2500ms queued { pan by 9deg left over 1s }
      \(show)
      """)
    var (elapsed, early, late) = (Int32(0), 0, 0)
    for number in 0..<Self.count {
      let event = ([.tap, .button, .shutter, .button] as [AwaitedEvent.Kind])[number % 4]
      (cue, elapsed) = try next(cue, event, at: elapsed + 1000)
      if (20..<100).contains(number) { early = max(early, weight(of: cue)) }
      if number >= Self.count - 80 { late = max(late, weight(of: cue)) }
    }
    #expect(late <= early && early > 0)
  }

  /// How many elements there are in all that `value` holds, but for the program.
  private func weight(of value: Any) -> Int {
    let mirror = Mirror(reflecting: value)
    let isList = mirror.displayStyle == .collection || mirror.displayStyle == .set
    var weight = isList ? mirror.children.count : 0
    for child in mirror.children
    where !["program", "compilation", "lines", "model", "reporter"].contains(child.label) {
      weight += self.weight(of: child.value)
    }
    return weight
  }

  @Test func itDoesTheSameForEver() throws {
    var cue = try firstCue(
      "on button 1 { log \"one\"; wait 300ms }\n"
        + "repeat forever { pan by 20deg left over 1s; pan by 20deg right over 1s }")
    var cues: [Cue] = []
    for _ in 0..<300 {
      cue = try next(cue, .button, at: cues.isEmpty ? 700 : 2000).cue
      cues.append(cue)
    }
    for other in cues.dropFirst(2) {
      #expect(other.schedule == cues[1].schedule && other.awaited == cues[1].awaited)
      #expect(other.handlings == cues[1].handlings && other.goesOn == cues[1].goesOn)
    }
  }
}
