import Diagnosis
import Language
import Motion
import Printing
import Quantities
import Schedules
import Vocabulary

/// How fast beats follow each other, and since when.
struct Tempo {
  /// The length of a beat, in seconds, as it is written.
  let beat: Double
  /// How many beats a bar has.
  let meter: Double
  /// The pace of the calls around its statement.
  let pace: Double
  /// Its statement.
  let statement: UInt32
  /// When bar 1 begins, and what rounding has taken from it, in nanoseconds.
  var origin: Instant
  let remainder: Double
  /// How many blocks are around its statement.
  var depth: Int

  private static let fastest = 1000.0
  /// The slowest and the fastest, in beats a minute, and what rounding makes of them.
  static let rates = 1 - 1e-9...fastest + 1e-9

  /// How long after its origin `count` beats end, in nanoseconds.
  func length(ofBeats count: Double) -> Double {
    Nanoseconds.count(in: count * beat) / pace + remainder
  }
}

extension Scheduler {
  /// Carries out `tempo`: from here to the end of the block its beats count.
  mutating func perform(_ statement: TempoStatement) throws(Halt) {
    let rate = try value(statement.rate) * 60
    guard Tempo.rates.contains(rate) else {
      throw halt(
        .outOfRange(
          "a tempo lies in 1bpm .. 1000bpm", at: span(of: statement.rate),
          "'bpm' means beats a minute"))
    }
    var meter = 4.0
    if let node = statement.meter {
      meter = try value(node)
      guard meter == meter.rounded(), (1...64).contains(meter) else {
        throw halt(
          .outOfRange(
            "a bar has a whole number of beats, from 1 to 64", at: span(of: node),
            "as in 'tempo 120bpm meter 3'"))
      }
    }
    let depth = tasks.running.outer.count
    let tempo = Tempo(
      beat: 60 / rate, meter: meter, pace: rendition.pace,
      statement: tasks.running.origin, origin: now - age(of: statement, depth),
      remainder: tasks.running.remainder, depth: depth)
    evaluator.stack.enter(tempo)
    // Beats stay on time, unless the script says otherwise.
    if !tasks.running.late.isChosen { try follow(LateRule(.recover), isChosen: false) }
    // A handler keeps to the tempo of the script.
    if tasks.running.slot == Scheduler.showSlot, depth == 0 { tasks.others[0]?.values.enter(tempo) }
  }

  /// How long `statement`, with so many blocks around it, has been in force: at a prompt a tempo
  /// that was entered before goes on.
  private func age(of statement: TempoStatement, _ depth: Int) -> Nanoseconds {
    let sources = program.program.sources
    guard depth == 0, now == .start, let entry = sources.files.first,
      sources.file(at: statement.start).base != entry.base
    else { return Nanoseconds(0) }
    return compilation.tempoAge
  }

  /// Carries out a wait for a beat or a bar.
  mutating func perform(_ wait: UntilBarStatement) throws(Halt) {
    guard let tempo = evaluator.stack.tempo, tempo.pace == rendition.pace else {
      throw halt(.barWithoutTempo(isPaced: evaluator.stack.tempo != nil, at: statementSpan))
    }
    let passed = Double((now - tempo.origin).count) + tasks.running.remainder
    let end: Double
    switch wait.goal {
    case .bar(let node):
      let number = try value(node)
      guard number == number.rounded(), number >= 1 else {
        throw halt(
          .outOfRange(
            "bars are counted 1, 2, 3 …", at: span(of: node), "bar 1 begins with the tempo"))
      }
      end = tempo.length(ofBeats: (number - 1) * tempo.meter)
      // After a decision nobody knows before the show how late it is.
      if end < passed - Scheduler.instant, tasks.cue == 0 {
        let bar = (passed / (tempo.length(ofBeats: tempo.meter) - tempo.remainder)).rounded(.down)
        throw halt(.barHasBegun(decimal(bar + 1), at: span(of: node)))
      }
    case .nextBar, .nextBeat:
      let beats: Double = if case .nextBar = wait.goal { tempo.meter } else { 1 }
      let one = tempo.length(ofBeats: beats) - tempo.remainder
      let count = ((passed - tempo.remainder - Scheduler.instant) / one).rounded(.up)
      end = tempo.length(ofBeats: max(0, count) * beats)
    }
    let wait = end - Double((now - tempo.origin).count)
    guard wait >= 1 else { return }
    guard wait <= Double(longest.nanoseconds) else {
      throw halt(.scheduleTooLong(longest.wholeMilliseconds, at: statementSpan))
    }
    tasks.running.remainder = wait - wait.rounded()
    try hold(Nanoseconds(Int(wait.rounded())))
  }

  /// Times that are nearer than that are one, in nanoseconds.
  private static let instant = 1000.0
}

extension ValueStack {
  /// The tempo in force.
  var tempo: Tempo? { tempos.last }

  /// Begins `tempo`, which takes the place of another one of its block.
  mutating func enter(_ tempo: Tempo) {
    leaveTempos(inside: tempo.depth)
    tempos.append(tempo)
  }

  /// Ends what began inside of `depth` blocks.
  mutating func leaveTempos(inside depth: Int) {
    while let last = tempos.last, last.depth >= depth { tempos.removeLast() }
  }

  /// Counts the bars from `shift` later on.
  mutating func shiftTempos(by shift: Nanoseconds) {
    for index in tempos.indices { tempos[index].origin += shift }
  }
}

extension Diagnostic {
  fileprivate static func barWithoutTempo(isPaced: Bool, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .beatWithoutTempo, "there are no bars here", at: span,
      notes: [
        isPaced
          ? "at another pace than its own a gesture needs a 'tempo' inside"
          : "they are counted from a 'tempo', as in 'tempo 120bpm'"
      ])
  }

  /// Reports the bar at `span`, which has begun: it is bar `present` or comes before it.
  fileprivate static func barHasBegun(_ present: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .outOfRange, "that bar has begun: this is bar \(present)", at: span,
      notes: ["'wait until next bar' waits for the one that comes"])
  }
}
