import Drawing
import Hardware
import Motion
import Printing
import Quantities
import Schedules
import Vocabulary

/// What a plot shows over one stretch of time: a cue, or a whole run.
package struct Stretch: Equatable, Sendable {
  /// Something that lasts, or happens, in a lane.
  package struct Bar: Equatable, Sendable {
    /// When it begins, in seconds.
    package var start: Double
    /// When it ends, in seconds; as `start` of what takes no time.
    package var end: Double
    /// What stands in it.
    package var text: String
    /// Its place in the source, as `hello.dock:3`; empty for none.
    package var source = ""
    /// What its statement is inside of, the innermost first, as far as the schedule tells.
    package var calls: [Call] = []
    /// What it is drawn with.
    package var ink: Ink
    /// True if it is drawn as a filled band and not as a box.
    package var isBand = false
    /// True if it passes, and what is around it is a state that goes on.
    var isPassing = false
    /// The index of its step in the schedule of its cue; nil if it has none.
    var step: Int?
  }

  /// A call, a turn of a loop or a handler around a statement.
  package struct Call: Equatable, Sendable {
    /// What it is, as in `turn 2 of 3 of repeat 3`.
    package var words: String
    /// Its place in the source, as `hello.dock:3`.
    package var source: String
  }

  /// A row of bars with a name; bars that overlap get rows of their own.
  package struct Lane: Equatable, Sendable {
    package var name: String
    package var bars: [Bar] = []

    /// True if it has what moves the dock.
    package var isOfMotion: Bool { name == LaneName.steps.rawValue }

    /// The statement that `bar` of it stands for, as scripts write it.
    package func statement(of bar: Bar) -> String {
      let names = [LaneName.face, .eyes, .camera].map(\.rawValue)
      return names.contains(name) ? "\(name) \(bar.text)" : bar.text
    }
  }

  /// A step, as it is named at a place of a curve.
  struct StepName: Equatable, Sendable {
    var words: String
    var source: String
  }

  /// What begins it; empty for the only one of a plot.
  var title = ""
  /// How long it lasts, in seconds.
  package var length: Double
  /// Its lanes, by their order in the plot; empty ones are not drawn.
  package var lanes: [Lane]
  /// The planned motion of each axis; nil for one that the dock lacks.
  package var plan: PerAxis<AxisCurve?>
  /// What the axes did, or the motion that `plan` is compared with; nil for nothing.
  package var other: PerAxis<AxisCurve?> = PerAxis(all: nil)
  /// The steps that pieces of `plan` name.
  var steps: [StepName]
}

extension Stretch {
  /// The names of lanes, from top to bottom.
  enum LaneName: String, CaseIterable {
    case motors, steps, marks, events, limits, tracking, framing, face, eyes, camera, sound, log
    case changes
  }

  /// What `cue` plans, from its beginning on.
  package init(of cue: Cue, targets: [Int: String] = [:], title: String = "") {
    self.init(
      of: cue, targets, title,
      plan: PerAxis(
        yaw: AxisCurve(of: .yaw, in: cue), pitch: AxisCurve(of: .pitch, in: cue),
        roll: AxisCurve(of: .roll, in: cue)))
  }

  /// What was played of a cue.
  init(of played: PlayedCue) { self.init(of: played.cue, [:], "", plan: played.plan) }

  private init(
    of cue: Cue, _ targets: [Int: String], _ title: String, plan: PerAxis<AxisCurve?>
  ) {
    let schedule = cue.schedule
    self.title = title
    let waits = cue.awaited.map { max($0.start, $0.end ?? $0.start) }.max() ?? 0
    length = Milliseconds(max(schedule.length, waits, cue.goesOn ?? 0, 0)).seconds
    self.plan = plan
    // What goes on in the next cue is drawn there.
    for axis in Axis.allCases { self.plan[axis]?.end(at: length) }
    steps = schedule.steps.map {
      StepName(words: schedule.words(for: $0), source: schedule.files.source(of: $0.line))
    }
    lanes = LaneName.allCases.map { Lane(name: $0.rawValue) }
    addMotors(of: cue)
    for (index, step) in schedule.steps.enumerated() { add(step, index, of: schedule) }
    addLimits(of: schedule)
    addEvents(of: cue, targets)
    extendStates()
  }

  /// The index of the lane called `name`.
  private func index(of name: LaneName) -> Int { LaneName.allCases.firstIndex(of: name) ?? 0 }

  mutating func add(_ bar: Bar, to name: LaneName) {
    guard bar.end >= 0 else { return }
    var bar = bar
    bar.start = max(0, bar.start)
    lanes[index(of: name)].bars.append(bar)
  }

  private mutating func addMotors(of cue: Cue) {
    var (held, since, tracks) = (cue.holdsMotors, 0.0, true)
    func bar(until end: Double) -> Bar {
      Bar(
        start: since, end: end, text: held ? "script" : tracks ? "tracker" : "nobody",
        ink: held ? .script : .tracker, isBand: true)
    }
    for step in cue.schedule.steps {
      let time = max(0, Milliseconds(step.start).seconds)
      switch step.kind {
      case .tracking: tracks = step.wantsTracking
      case .take, .giveBack:
        if time > since { add(bar(until: time), to: .motors) }
        (held, since) = (step.kind == .take, time)
      default: break
      }
    }
    if length > since { add(bar(until: length), to: .motors) }
  }

  private mutating func add(_ step: Step, _ index: Int, of schedule: Schedule) {
    let start = Milliseconds(step.start).seconds
    var bar = Bar(
      start: start, end: start + Milliseconds(step.length).seconds, text: steps[index].words,
      source: steps[index].source, calls: calls(around: index, of: schedule), ink: step.ink,
      step: index)
    switch step.kind {
    case .move, .through, .ramp, .cut, .warp, .animate: add(bar, to: .steps)
    case .take, .giveBack, .wait: break
    case .limit: break
    case .tracking: add(bar, to: .tracking)
    case .action:
      guard let action = schedule.action(of: step) else { break }
      switch action {
      case .frame, .region, .select: add(bar, to: .framing)
      case .follow(let following):
        guard following.subject != nil else { break }
        let end = schedule.steps[(index + 1)...].first {
          schedule.following(of: $0).map { $0.subject == nil } ?? false
        }
        (bar.end, bar.ink) = (end.map { Milliseconds($0.end).seconds } ?? length, .tracker)
        add(bar, to: .steps)
      case .count, .log: add(bar, to: .log)
      case .note(let note):
        bar.text = note.kind == .choose ? "choose \(note.text)" : note.text
        add(bar, to: note.kind == .mark ? .marks : .log)
      case .finally, .hold: break
      case .phone(let call):
        (bar.ink, bar.isPassing) = (.phone, call.passing != nil)
        // The row has the name of what it is done with.
        let name = "\(call.track.rawValue) "
        if bar.text.hasPrefix(name) { bar.text.removeFirst(name.count) }
        switch call.track {
        case .face: add(bar, to: .face)
        case .eyes: add(bar, to: .eyes)
        case .camera: add(bar, to: .camera)
        case .sound:
          guard case .sound(let sound) = call else { break }
          bar.text = sound.file
          add(bar, to: .sound)
        }
      }
    }
  }

  /// Adds the limits of each axis, each until another holds for that axis.
  private mutating func addLimits(of schedule: Schedule) {
    let bars = Axis.allCases.flatMap { limits(of: $0, in: schedule) }
    for bar in bars.sorted(by: { $0.start < $1.start }) { add(bar, to: .limits) }
  }

  private func limits(of axis: Axis, in schedule: Schedule) -> [Bar] {
    var bars: [Bar] = []
    for (index, step) in schedule.steps.enumerated() {
      guard let words = schedule.wordsForLimit(of: axis, from: step),
        words != bars.last?.text ?? ""
      else { continue }
      let time = max(0, Milliseconds(step.start).seconds)
      // Of those that begin at once, the last holds.
      bars.removeAll { $0.start == time }
      if let last = bars.indices.last { bars[last].end = time }
      bars.append(
        Bar(
          start: time, end: max(time, length), text: words, source: steps[index].source,
          calls: calls(around: index, of: schedule), ink: axis.ink, step: index))
    }
    return bars.filter { !$0.text.isEmpty }
  }

  private func calls(around step: Int, of schedule: Schedule) -> [Call] {
    guard let provenance = schedule.provenance, provenance.isOf(steps: schedule.steps.count) else {
      return []
    }
    return provenance.surroundings(ofStep: step).map { around in
      let statement = around.statement.split(separator: "\n").first.map(String.init) ?? ""
      let words = around.words.isEmpty ? statement : "\(around.words) \(statement)"
      return Call(words: words, source: schedule.files.source(of: around.line))
    }
  }

  private mutating func addEvents(of cue: Cue, _ targets: [Int: String]) {
    for (index, awaited) in cue.awaited.enumerated() where !awaited.isOverAtOnce {
      let verb = awaited.state != nil ? "when" : awaited.policy == nil ? "until" : "on"
      let target = targets[index].map { " ▸ \($0)" } ?? ""
      add(
        Bar(
          start: Milliseconds(awaited.start).seconds,
          end: awaited.end.map { Milliseconds($0).seconds } ?? length,
          text: "\(verb) \(awaited.description)\(target)",
          source: cue.schedule.files.source(of: awaited.line), ink: .event), to: .events)
    }
    if let time = cue.goesOn {
      for (index, condition) in cue.conditions.enumerated() {
        let target = targets[-2 - index].map { " ▸ \($0)" } ?? ""
        add(
          Bar(
            start: Milliseconds(time).seconds, end: Milliseconds(time).seconds,
            text: "if \(condition)\(target)",
            source: cue.schedule.files.source(of: cue.conditionsLine), ink: .event), to: .events)
      }
    }
    if let time = cue.goesOn, let again = cue.again {
      let target = targets[-2].map { " ▸ \($0)" } ?? ""
      add(
        Bar(
          start: Milliseconds(time).seconds, end: Milliseconds(time).seconds,
          text: "again \(again.times) times\(target)",
          source: cue.schedule.files.source(of: cue.conditionsLine), ink: .event), to: .events)
    }
    guard let time = cue.goesOn, let target = targets[-1] else { return }
    add(
      Bar(
        start: Milliseconds(time).seconds, end: Milliseconds(time).seconds, text: "▸ \(target)",
        ink: .event),
      to: .events)
  }

  /// Lets a state of the phone or of the tracker last until the next.
  mutating func extendStates() {
    for name in [LaneName.face, .eyes, .tracking] {
      let lane = index(of: name)
      var next = length
      for bar in lanes[lane].bars.indices.reversed() where !lanes[lane].bars[bar].isPassing {
        lanes[lane].bars[bar].end = max(lanes[lane].bars[bar].start, next)
        next = lanes[lane].bars[bar].start
      }
    }
  }
}

extension Step {
  /// What its bar is drawn with.
  fileprivate var ink: Ink {
    switch axes {
    case .yaw: .pan
    case .pitch: .tilt
    case .roll: .roll
    default: .script
    }
  }
}

extension [String] {
  /// The place that steps carry as `line`, in the files of these names; empty if there is none.
  package func source(of line: UInt32) -> String {
    let (file, number) = (Int(line >> 24), Int(line & 0xFF_FFFF))
    return number > 0 && file < count ? "\(self[file]):\(number)" : ""
  }
}
