import Diagnosis
import Hardware
import Language
import Motion
import Schedules
import Scheduling
import Testing
import Vocabulary

/// A script that is played cue by cue, and the whole of what came of it.
struct Playing {
  /// The cue at hand, and when it began, in milliseconds.
  private(set) var cue: Cue
  private(set) var time: Int32 = 0
  /// What happened before it.
  private var past = Schedule(model: .stand, files: [])
  /// The lines logged so far, with their times.
  private(set) var logs: [(time: Int32, text: String)] = []
  /// The calls of handlers that have ended before the current cue.
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

  /// Makes `event` come at `moment`, in milliseconds from the start of the script, after all
  /// earlier changes of cue.
  mutating func happen(_ event: WorldEvent, at moment: Int32) throws {
    try goOn(until: moment)
    let local = moment - time
    // Nobody is seen here, and nothing is read that any event has told of.
    let meant = cue.awaited.indices.filter {
      cue.awaited[$0].isMeant(by: event)
        && cue.awaited[$0].condition?.holds(in: WorldState()) != false
    }
    drops += meant.count { cue.awaited[$0].dropsBefore && local < cue.awaited[$0].start }
    let open = meant.filter { index in
      let awaited = cue.awaited[index]
      return awaited.start <= local && awaited.end.map { local <= $0 } ?? true
    }
    if open.isEmpty { return }
    let consequence = try ask(.event(open, value: event.value), at: local)
    drops += consequence.dropped.count
    if let next = consequence.cue { follow(next, at: local) }
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
    // A step that began just then stands in the next cue if it continues; otherwise it has not
    // begun.
    let now = time
    past.steps.removeAll { $0.start == now && (!$0.axes.isEmpty || $0.kind == .animate) }
  }

  private mutating func keep(until local: Int32) {
    for step in cue.schedule.steps where step.start <= local {
      if case .note(let note) = cue.schedule.action(of: step), step.start >= 0 {
        logs.append((time + step.start, note.text))
      }
      if step.kind != .wait { past.take(step, of: cue.schedule, at: time) }
    }
    for handling in cue.handlings {
      guard let end = handling.end, end <= local else { continue }
      var whole = handling
      (whole.start, whole.end) = (handling.start + time, end + time)
      endings.append(whole)
    }
  }

  /// All that happened so far and will if nothing more comes, as one schedule.
  func whole() -> Schedule {
    var whole = past
    for step in cue.schedule.steps { whole.take(step, of: cue.schedule, at: time) }
    whole.steps = ContiguousArray(
      whole.steps.enumerated()
        .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element))
    whole.length = time + cue.schedule.length
    return whole
  }

  /// Plays to the end of the current cue; gives the length of all.
  mutating func end() -> Int32 {
    keep(until: .max)
    return time + cue.schedule.length
  }

  /// All that the phone is asked for, and when, in milliseconds.
  var phoneCalls: [String] {
    let whole = whole()
    return whole.steps.compactMap { step in
      whole.phoneCall(of: step).map { "\(step.start) \($0.track) \($0.words)" }
    }
  }

  /// The steps of the current cue that are of `kinds`.
  func steps(_ kinds: Step.Kind...) -> [Step] {
    cue.schedule.steps.filter { kinds.contains($0.kind) }
  }
}

extension Schedule {
  /// What the phone is asked for in `step`; nil if that is nothing.
  func phoneCall(of step: Step) -> PhoneCall? {
    if case .phone(let call) = action(of: step) { call } else { nil }
  }

  /// The steps that ask the phone for something.
  var phoneSteps: [Step] { steps.filter { phoneCall(of: $0) != nil } }

  /// Appends `step` of `other`, with what it refers to, `time` milliseconds later; one that goes
  /// on takes the place of what it was to be.
  fileprivate mutating func take(_ step: Step, of other: Schedule, at time: Int32) {
    var step = adopted(step, of: other)
    if step.start <= 0, !step.axes.isEmpty || step.kind == .animate {
      let (start, isAnimation) = (step.start + time, step.kind == .animate)
      steps.removeAll {
        $0.start == start && $0.axes == step.axes && ($0.kind == .animate) == isAnimation
      }
    }
    step.start += time
    steps.append(step)
  }

  private mutating func adopted(_ step: Step, of other: Schedule) -> Step {
    var step = step
    let index = Int(step.extra)
    if step.easing > 0 {
      easings.append(other.easings[Int(step.easing)])
      step.easing = UInt8(easings.count - 1)
    }
    switch step.kind {
    case .move where index > 0: step.extra = add(other.manners[index], to: \.manners)
    case .through: step.extra = add(other.throughs[index], to: \.throughs)
    case .limit: step.extra = index == 0 ? 0 : add(other.limits[index], to: \.limits)
    case .action: if let action = other.action(of: step) { step.extra = add(action) }
    case .cut:
      var cut = other.cuts[index]
      cut.whole = adopted(cut.whole, of: other)
      step.extra = add(cut, to: \.cuts)
    case .warp:
      var warp = other.warps[index]
      warp.whole = adopted(warp.whole, of: other)
      step.extra = add(warp, to: \.warps)
    default: break
    }
    return step
  }

  private mutating func add<Element>(
    _ element: Element, to list: WritableKeyPath<Schedule, [Element]>
  ) -> UInt32 {
    self[keyPath: list].append(element)
    return UInt32(self[keyPath: list].count - 1)
  }
}
