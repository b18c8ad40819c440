import Diagnosis
import Hardware
import Motion
import Printing
import Quantities
import Schedules
import Vocabulary

// Under a tempo waits make up for what the dock is late. A dance without any stays late.

/// The time for which a tempo has been in force in a cue, as far as it has steps.
struct TempoSpan {
  /// The statement that sets it.
  let statement: UInt32
  /// When its bar 1 begins.
  let origin: Instant
  /// The length of a bar, in milliseconds.
  let bar: Double
  /// When the first of its steps begins, and the last one ends, in milliseconds.
  var start: Int32
  var end: Int32
}

extension Scheduler {
  /// How many bars may pass without a wait.
  private static let bars = 4.0
  /// How many of the last tempos a step may belong to.
  private static let tempos = 8

  /// Takes note that `step` comes under the tempo in force, if waits make up for delays there.
  @inline(never)
  mutating func noteTempo(of step: Step) {
    guard let tempo = evaluator.stack.tempo, !findings.isPlayed else { return }
    guard builder.schedule.lateRules[Int(tasks.running.late.rule)].policy.concernsWaits else {
      if step.length > 0 { builder.lateByIntent.append(step.start..<step.end) }
      return
    }
    for index in builder.tempoSpans.indices.reversed().prefix(Scheduler.tempos)
    where builder.tempoSpans[index].statement == tempo.statement
      && builder.tempoSpans[index].origin == tempo.origin
    {
      builder.tempoSpans[index].end = max(builder.tempoSpans[index].end, step.end)
      return
    }
    builder.tempoSpans.append(
      TempoSpan(
        statement: tempo.statement, origin: tempo.origin,
        bar: Milliseconds.count(in: tempo.beat * tempo.meter) / tempo.pace,
        start: step.start, end: step.end))
  }

  /// Takes note that a turn of a loop that may never end, which is all that goes on, is over and
  /// began at `start`.
  mutating func noteOpenTurn(since start: Instant) {
    if start >= .start { builder.openTurn = start.milliseconds }
  }

  /// Warns where motions go on for four bars without a wait that could make up for a delay.
  ///
  /// The schedule is complete, its steps in order. A turn of an endless loop counts for as many as
  /// there are.
  mutating func checkLateBars() {
    let schedule = builder.schedule
    let isEndless = builder.openTurn != nil
    let long = builder.tempoSpans.filter {
      isEndless || Double($0.end - $0.start) > Scheduler.bars * $0.bar - 1
    }
    guard !long.isEmpty else { return }
    let pauses = (schedule.pausesOfMotion + builder.lateByIntent).joined
    for span in long {
      var start = span.start
      var index = pauses.partitioningIndex { $0.upperBound > span.start }
      while start < span.end {
        let pause = index < pauses.count ? pauses[index] : span.end..<span.end
        let end = min(max(start, pause.lowerBound), span.end)
        if isTooLong(start..<end, span) { reportLateBars(from: start, to: end, span) }
        start = max(end, pause.upperBound)
        index += 1
      }
    }
  }

  /// True if a time without a wait has four bars of the tempo of `span`, or is a whole turn of an
  /// endless loop.
  private func isTooLong(_ time: Range<Int32>, _ span: TempoSpan) -> Bool {
    if Double(time.count) > Scheduler.bars * span.bar - 1 { return true }
    guard let turn = builder.openTurn, !time.isEmpty else { return false }
    return time.lowerBound <= turn && time.upperBound >= builder.schedule.length
  }

  /// Warns of the motions between two times, in milliseconds, if there are any.
  private mutating func reportLateBars(from start: Int32, to end: Int32, _ span: TempoSpan) {
    let first = builder.schedule.steps.first {
      $0.kind.movesMotors && $0.origin != Step.none && $0.end > start && $0.start < end
    }
    guard let first, findings.isNew(.lateBars, at: span.statement) else { return }
    report(
      .lateBars(
        at: self.span(ofStatement: first.origin), tempo: self.span(ofStatement: span.statement),
        bar: span.bar, time: max(first.start, start)))
  }
}

extension [Range<Int32>] {
  /// The same times in order, with those made one that overlap.
  fileprivate var joined: [Range<Int32>] {
    var joined: [Range<Int32>] = []
    for time in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, time.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<Swift.max(last.upperBound, time.upperBound)
      } else {
        joined.append(time)
      }
    }
    return joined
  }
}

extension Schedule {
  /// The times, in order, in which nothing goes on but waits that get shorter in a late show.
  ///
  /// Sounds keep their pace in any case.
  fileprivate var pausesOfMotion: [Range<Int32>] {
    var pauses: [Range<Int32>] = []
    var (busy, waiting, time) = (Int32.min, Int32.min, Int32.min)
    var turning = AxisSet()
    func pause(until end: Int32) {
      let (lower, upper) = (max(time, busy), min(end, waiting))
      if turning.isEmpty, lower < upper { pauses.append(lower..<upper) }
    }
    for step in steps {
      if step.start > time {
        pause(until: step.start)
        time = step.start
      }
      if step.kind == .wait, lateRule(of: step).policy.concernsWaits {
        waiting = max(waiting, step.end)
      } else if !isSound(step), !waitsInTime(step), step.length > 0 {
        busy = max(busy, step.end)
      }
      for axis in step.axes.members {
        if step.kind == .ramp, step.to[axis] != 0 {
          turning.formUnion(AxisSet(axis))
        } else {
          turning.subtract(AxisSet(axis))
        }
      }
    }
    pause(until: length)
    return pauses
  }

  private func isSound(_ step: Step) -> Bool {
    if case .phone(.sound)? = action(of: step) { true } else { false }
  }
}

extension Diagnostic {
  /// Reports motions under the tempo at `tempo`, a `bar` of which has so many milliseconds, between
  /// which nothing waits.
  fileprivate static func lateBars(
    at span: SourceSpan, tempo: SourceSpan, bar: Double, time: Int32
  ) -> Diagnostic {
    let seconds = decimal(thousandths: Int(bar.rounded()))
    return Diagnostic(
      .lateBars, "nothing waits for 4 bars, so a dock that is late stays behind the beat", at: span,
      label: "begins at \(decimal(thousandths: Int(time)))s",
      labels: [Label(tempo, "a bar lasts \(seconds)s")],
      notes: [
        "only a wait gets shorter in a late show: move for a part of a beat, and wait for the rest",
        "'when late stretch' says that it may be late",
      ])
  }
}
