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
  /// A cue of a run, and when it began, in seconds.
  private struct Played {
    var cue: Cue
    var start: Double
    /// The indices of the steps that began.
    var began: Set<Int> = []

    /// Takes note that the step with the index `index` began as `step`: one whose start was assumed
    /// goes from where the dock stood.
    mutating func begin(_ index: Int, as step: Step) {
      began.insert(index)
      guard step.kind == .move, cue.schedule.steps.indices.contains(index) else { return }
      let planned = cue.schedule.steps[index]
      for axis in step.axes.members where planned.from[axis] != step.from[axis] {
        let isFirst = !cue.schedule.steps[..<index].contains {
          $0.kind.movesMotors && $0.axes.contains(axis)
        }
        if isFirst { cue.schedule.from[axis] = step.from[axis] }
        cue.schedule.steps[index].from[axis] = step.from[axis]
        cue.schedule.steps[index].to[axis] = step.to[axis]
      }
    }
  }

  /// Creates the plot of a run: what was planned, and over it what the dock did.
  ///
  /// - Parameters:
  ///   - cue: the first cue, which the run began with.
  ///   - start: when that began, in nanoseconds.
  ///   - events: what the performance reported, in order.
  ///   - trace: what happened to the dock.
  package init(of cue: Cue, from start: Int, _ events: [PlaybackEvent], _ trace: Trace) {
    self.init(of: CueSheet(cue.schedule))
    let played = TimePlot.played(cue, from: start, events)
    let end = Nanoseconds(trace.end).seconds
    var whole = Stretch(of: played[0].cue)
    whole.lanes = Stretch.LaneName.allCases.map { Stretch.Lane(name: $0.rawValue) }
    (whole.steps, whole.length) = ([], end)
    whole.plan = whole.plan.map { $0.map { _ in AxisCurve() } }
    for (index, part) in played.enumerated() {
      let next = index + 1 < played.count ? played[index + 1].start : end
      whole.append(Stretch(of: part.cue), from: part.start, until: next, with: part.began)
    }
    whole.addMotors(of: trace)
    whole.addEvents(events, of: cue.schedule)
    for motion in trace.axes {
      whole.other[Axis(rawValue: motion.axis.rawValue) ?? .yaw] = AxisCurve(motion, until: end)
    }
    whole.extendStates()
    stretches = [whole]
    names = Names(
      plan: "planned", other: "what the dock did", difference: "off the plan", otherInk: .change)
    summary = [
      cue.schedule.model.name, "run of \(decimal(end)) s", "plan and motion",
    ].joined(separator: "  ·  ")
  }

  /// True if a plot of a run shows `event`.
  package static func draws(_ event: PlaybackEvent) -> Bool {
    switch event.kind {
    case .cue, .began, .event, .refused, .reclaimed, .held, .resumed, .replanned, .skipped: true
    case .awaits, .sent, .note, .wrote, .decided, .located, .counted, .owed, .stretched,
      .tracking, .gaveBack:
      false
    }
  }

  /// The cues that were played.
  ///
  /// A report has only their steps: the motors are held if they were, and axes turn as they did.
  private static func played(_ cue: Cue, from start: Int, _ events: [PlaybackEvent]) -> [Played] {
    var played = [Played(cue: cue, start: Nanoseconds(start).seconds)]
    for event in events {
      if case .began(let index?, let step) = event.kind {
        played[played.count - 1].begin(index, as: step)
      }
      guard case .cue(let schedule, _) = event.kind, let last = played.last else { continue }
      let time = Nanoseconds(event.time).seconds
      var next = Cue(schedule)
      next.schedule.files = cue.schedule.files
      let handovers = last.cue.schedule.steps.filter {
        $0.kind == .take || $0.kind == .giveBack
      }
      let before = handovers.last { Milliseconds($0.start).seconds <= time - last.start + 1e-9 }
      next.holdsMotors = before.map { $0.kind == .take } ?? last.cue.holdsMotors
      for axis in Axis.allCases {
        let piece = AxisCurve(of: axis, in: last.cue)?.piece(at: time - last.start)
        guard let piece else { continue }
        let speed = piece.polynomial(of: .speed).value(
          at: min(1, (time - last.start - piece.start) / piece.length))
        next.turning[axis] = Int32(Millidegrees.count(in: speed).rounded())
      }
      played.append(Played(cue: next, start: time))
    }
    return played
  }
}

extension Stretch {
  /// Adds what `part` plans, which begins at `start` seconds of this and ends when something else
  /// begins; of what it plans for that very instant, the steps `began`.
  fileprivate mutating func append(
    _ part: Stretch, from start: Double, until end: Double, with began: Set<Int>
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
        plan[axis]?.unknown.append(time)
      }
    }
    // Who had the motors, and which events came, is told by the run.
    for (index, lane) in part.lanes.enumerated()
    where ![.motors, .events].contains(LaneName.allCases[index]) {
      for var bar in lane.bars
      where start + bar.start < end || bar.start == 0 || bar.step.map(began.contains) == true {
        // What the tracker does for the script lasts until something else begins.
        let isOpen = bar.ink == .tracker && !bar.isBand && bar.end >= part.length
        let isMark = bar.start == bar.end && !isOpen
        if lanes[index].bars.last?.text == bar.text, bar.start == 0 {
          continue
        }
        bar.start += start
        bar.step = nil
        bar.end = isMark ? bar.start : isOpen ? end : min(end, bar.end + start)
        lanes[index].bars.append(bar)
      }
    }
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
