import Drawing
import Hardware
import Motion
import Playback
import Printing
import Quantities
import Schedules
import Simulation
import Vocabulary

extension TimePlot {
  /// Creates the plot of a run: what was planned, and over it what the dock did.
  ///
  /// - Parameters:
  ///   - cue: the first cue, which the run began with.
  ///   - events: what the performance reported, in order.
  ///   - outcome: how it went.
  ///   - trace: what happened to the dock.
  package init(of cue: Cue, _ events: [PlaybackEvent], _ outcome: Outcome, _ trace: Trace) {
    self.init(of: CueSheet(cue.schedule))
    let played = TimePlot.played(cue, from: outcome.start, events, trace)
    let end = Nanoseconds(trace.end).seconds
    var whole = Stretch(of: played[0])
    whole.lanes = Stretch.LaneName.allCases.map { Stretch.Lane(name: $0.rawValue) }
    (whole.steps, whole.length) = ([], end)
    whole.plan = whole.plan.map { $0.map { _ in AxisCurve() } }
    for (index, part) in played.enumerated() {
      let next = index + 1 < played.count ? played[index + 1].start : end
      whole.append(Stretch(of: part), from: part.start, until: next, goingOn: part.goingOn)
    }
    whole.addMotors(of: trace)
    whole.addEvents(events, of: cue.schedule)
    for motion in trace.axes {
      whole.other[Axis(rawValue: motion.axis.rawValue) ?? .yaw] = AxisCurve(motion, until: end)
    }
    whole.extendStates()
    stretches = [whole]
    names = Names(
      plan: "planned", other: "what the dock did", difference: "off the plan",
      shortPlan: "plan", shortOther: "dock", otherInk: .change)
    summary = [
      cue.schedule.model.name, "run of \(decimal(Nanoseconds(outcome.length))) s",
      "plan and motion",
    ].joined(separator: "  ·  ")
  }

  /// True if a plot of a run shows `event`.
  package static func draws(_ event: PlaybackEvent) -> Bool {
    switch event.kind {
    case .cue, .began, .event, .refused, .reclaimed, .held, .resumed, .replanned, .skipped, .owed:
      true
    case .awaits, .sent, .note, .wrote, .decided, .located, .counted, .stretched, .tracking,
      .gaveBack:
      false
    }
  }

  /// The cues that were played.
  private static func played(
    _ cue: Cue, from start: Int, _ events: [PlaybackEvent], _ trace: Trace
  ) -> [PlayedCue] {
    var (played, present) = ([PlayedCue](), PlayedCue(cue, at: start))
    for event in events {
      switch event.kind {
      case .began(let index, let step): present.begin(step, index, at: event.time)
      case .owed(let action, let line): present.pay(action, line: line, at: event.time)
      case .cue(let schedule, _):
        present.end(at: event.time, trace)
        played.append(present)
        present = PlayedCue(schedule, at: event.time, after: present)
      default: break
      }
    }
    present.end(at: trace.end, trace)
    return played + [present]
  }
}

extension Stretch {
  /// Adds what was played in `part`, which begins at `start` seconds of this and ends when
  /// something else begins; of its steps, those `goingOn` began before.
  fileprivate mutating func append(
    _ part: Stretch, from start: Double, until end: Double, goingOn: Set<Int>
  ) {
    let first = steps.count
    steps += part.steps
    for axis in Axis.allCases {
      guard let curve = part.plan[axis] else { continue }
      for piece in curve.pieces {
        guard var shown = piece.part(from: 0, to: end - start) else { continue }
        shown.start += start
        shown.step = piece.step.map { $0 + first }
        plan[axis]?.pieces.append(shown)
      }
      for (time, limits) in curve.limits where time == 0 || start + time < end {
        // A cue says again what holds already.
        guard plan[axis]?.limits.last?.limits != limits else { continue }
        plan[axis]?.limits.append((start + time, limits))
      }
      for var time in curve.unknown where start + time.from < end {
        (time.from, time.to) = (start + time.from, min(end, start + time.to))
        plan[axis]?.add(time)
      }
    }
    // Who had the motors, and which events came, is told by the run.
    for (index, lane) in part.lanes.enumerated() {
      let name = LaneName.allCases[index]
      guard name != .motors, name != .events else { continue }
      for bar in lane.bars {
        let lastsOn = name == .limits || bar.ink == .tracker && !bar.isBand
        add(
          bar, toLane: index, from: start, until: end,
          isOpen: lastsOn && bar.end >= part.length,
          goesOn: bar.step.map(goingOn.contains) ?? false)
      }
    }
  }

  /// Adds `bar` of what was played from `start` to `end` seconds; it `isOpen` if it lasts until
  /// something else begins, and `goesOn` if it began before.
  private mutating func add(
    _ bar: Bar, toLane lane: Int, from start: Double, until end: Double, isOpen: Bool, goesOn: Bool
  ) {
    var bar = bar
    let isMark = bar.start == bar.end && !isOpen
    bar.start += start
    bar.end = isMark ? bar.start : isOpen ? end : min(end, bar.end + start)
    bar.step = nil
    if goesOn, LaneName.allCases[lane] != .limits,
      let last = lanes[lane].bars.lastIndex(where: { $0.isSame(as: bar) })
    {
      return lanes[lane].bars[last].end = max(lanes[lane].bars[last].end, bar.end)
    }
    // A cue says again what holds already.
    switch LaneName.allCases[lane] {
    case .limits:
      // It says so at once for all axes, whose limits come from several lines.
      let last = lanes[lane].bars.lastIndex { $0.ink == bar.ink }
      guard let last, lanes[lane].bars[last].goesOn(in: bar) else { break }
      return lanes[lane].bars[last].end = bar.end
    case .tracking: if lanes[lane].bars.last?.isSame(as: bar) == true { return }
    default: break
    }
    lanes[lane].bars.append(bar)
  }

  fileprivate mutating func addMotors(of trace: Trace) {
    var (tracks, since) = (trace.beganTracking, 0.0)
    func handover(at end: Double) {
      guard end > since else { return }
      add(
        Bar(
          start: since, end: end, text: tracks ? "tracker" : "script",
          ink: tracks ? .tracker : .script, isBand: true), to: .motors)
      since = end
    }
    for event in trace.events {
      guard case .tracking(let isOn) = event.kind, isOn != tracks else { continue }
      handover(at: Nanoseconds(event.time).seconds)
      tracks = isOn
    }
    handover(at: Nanoseconds(trace.end).seconds)
    for event in trace.events {
      guard case .fault(let fault) = event.kind else { continue }
      let time = Nanoseconds(event.time).seconds
      add(Bar(start: time, end: time, text: "fault: \(fault.name)", ink: .change), to: .events)
    }
  }

  /// Adds what came from the world, and what the performance did about it.
  fileprivate mutating func addEvents(_ events: [PlaybackEvent], of schedule: Schedule) {
    for event in events {
      let time = Nanoseconds(event.time).seconds
      func mark(_ text: String, _ line: UInt32 = 0, ink: Ink = .event) {
        let source = schedule.files.source(of: line)
        add(Bar(start: time, end: time, text: text, source: source, ink: ink), to: .events)
      }
      switch event.kind {
      case .event(let event, let lines, let dropped):
        mark(event.description, lines.first ?? dropped.first ?? 0)
      case .refused(let failure): mark("refused: \(failure.message)", ink: .change)
      case .reclaimed: mark("tracking was on again", ink: .change)
      case .held: mark("paused")
      case .resumed: mark("resumed")
      case .replanned: mark("planned again", ink: .change)
      case .skipped(_, let step, _): mark("left out: \(schedule.words(for: step))", step.line)
      default: break
      }
    }
  }
}

extension Stretch.Bar {
  /// True if it stands for the same statement as `other`.
  fileprivate func isSame(as other: Stretch.Bar) -> Bool {
    text == other.text && source == other.source
  }

  /// True if it is the same state as `next`, which begins where it ends.
  fileprivate func goesOn(in next: Stretch.Bar) -> Bool {
    text == next.text && end >= next.start - 1e-9
  }
}

extension AxisCurve {
  /// What an axis did until `end` seconds.
  init(_ motion: AxisMotion, until end: Double) {
    for (index, piece) in motion.pieces.enumerated() {
      let next = index + 1 < motion.pieces.count ? motion.pieces[index + 1].start : end
      let length = min(next, end) - piece.start
      guard length > 1e-9 else { continue }
      let square = length * length
      pieces.append(
        CurvePiece(
          start: piece.start, length: length,
          position: SIMD8(
            piece.position, piece.speed * length, piece.acceleration * square / 2,
            piece.jerk * square * length / 6, 0, 0, 0, 0),
          limits: AxisLimits(
            lower: -.infinity, upper: .infinity, speed: .infinity, acceleration: .infinity,
            jerk: .infinity),
          step: nil))
    }
  }
}
