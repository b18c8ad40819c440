import Language
import Motion
import Scheduling
import Testing

/// A script that is played cue by cue, and the whole of what came of it.
struct Playing {
  /// The cue at hand, and when it began, in milliseconds.
  private(set) var cue: Cue
  private(set) var time: Int32 = 0
  /// What happened before it.
  private var past: ContiguousArray<Step> = []
  /// The lines logged so far, with their times.
  private(set) var logs: [(time: Int32, text: String)] = []
  /// The calls of handlers that have ended before the cue at hand.
  private(set) var endings: [Handling] = []
  private(set) var drops = 0

  /// Begins the script `text`.
  init(_ text: String, seed: UInt64 = 0) throws {
    let program = try #require(Compiling(text).program, "\(Compiling(text).rendered)")
    var found = Diagnostics()
    var compilation = Compilation()
    compilation.seed = seed
    let cue = firstCue(program, for: compilation, reporting: &found)
    self.cue = try #require(cue, "\(text)\n\(found.all.map(\.message))")
  }

  /// Lets `event` come at `moment`, in milliseconds from the start of the script, and before it what
  /// goes on by itself.
  mutating func happen(_ event: WorldEvent, at moment: Int32) throws {
    try goOn(until: moment)
    for (index, awaited) in cue.awaited.enumerated() where awaited.event.matches(event) {
      let local = moment - time
      if let end = awaited.end, local > end { continue }
      if local < awaited.start {
        if awaited.policy != nil { drops += 1 }
        return
      }
      switch try ask(.event(index, value: event.value), at: local) {
      case .unchanged: continue
      case .dropped: drops += 1
      case .cue(let next): follow(next, at: local)
      }
      return
    }
  }

  /// Lets nothing come until `moment`, in milliseconds.
  mutating func goOn(until moment: Int32) throws {
    while let end = cue.goesOn, time + end <= moment {
      let next = try #require(try ask(.time, at: end).cue)
      follow(next, at: end)
    }
  }

  private func ask(_ occurrence: Occurrence, at local: Int32) throws -> Consequence {
    try #require(cue.rest).consequence(of: occurrence, at: local, from: nil)
  }

  private mutating func follow(_ next: Cue, at local: Int32) {
    keep(until: local)
    (cue, time) = (next, time + local)
  }

  private mutating func keep(until local: Int32) {
    for step in cue.schedule.steps where step.start <= local && step.start >= 0 {
      if step.kind == .log {
        logs.append((time + step.start, cue.schedule.texts[Int(step.extra)]))
      }
      past.append(step)
      past[past.count - 1].start += time
    }
    for handling in cue.handlings {
      guard let end = handling.end, end <= local else { continue }
      var whole = handling
      (whole.start, whole.end) = (handling.start + time, end + time)
      endings.append(whole)
    }
  }

  /// Plays to the end of the cue at hand; gives the length of all.
  mutating func end() -> Int32 {
    keep(until: .max)
    return time + cue.schedule.length
  }

  /// The steps of the cue at hand that are of `kinds`.
  func steps(_ kinds: Step.Kind...) -> [Step] {
    cue.schedule.steps.filter { kinds.contains($0.kind) }
  }
}
