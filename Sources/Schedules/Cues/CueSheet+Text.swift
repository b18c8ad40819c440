import Printing
import Vocabulary

extension CueSheet {
  /// Writes the cues to `sink`: each with its steps as a schedule has them, and below them what
  /// leads on.
  ///
  ///     cue 1
  ///            0         tracking off                                   # 1
  ///            0   +1000 move yaw ~0 -> 30000                           # 1
  ///         1000         tracking restore                               # 2
  ///         1000         until person: cue 2                            # 2
  ///         6000         if taps >= 3: cue 3
  ///         6000         cue 4
  ///
  /// `until` leads on when an event comes, `when` as soon as a condition holds, and `if` if one
  /// holds at the time at which the cue goes on by itself. In `until tap when person` the condition
  /// has to hold when the event comes; of several lines for it, the first that fits leads on.
  ///
  /// `again 3 times in loop 1: cue 2` leads back until the loop has had its three turns; then the
  /// line below it leads on. Loops are numbered in the order of those lines. Behind the target of
  /// another exit, `loop 1 anew` says that it leaves the loop, or that the loop has begun anew in
  /// the cue: no turn has been counted then.
  ///
  /// In the first column is when that begins to lead on, in the second for how long it does. What
  /// leads to a handler stands below the first cue only from which it does, and below every cue
  /// from which nothing else leads on. `like cue 2` is an exit that is not exact: what follows
  /// depends on more than the cue says.
  ///
  /// - Parameters:
  ///   - stops: true if the worst stop of each step is added as a comment, and that of each cue to
  ///     its heading.
  ///   - sink: takes pieces of about 64 KB.
  public func writeText(
    stops: Bool = false, to sink: (TextBuffer) throws -> Void
  ) rethrows {
    guard let first = entries.first?.cue.schedule else { return }
    var buffer = TextBuffer(capacity: TextBuffer.pieceSize)
    buffer.write(atMost: first.headerCapacity) { first.writeHeader(to: &$0) }
    for (index, entry) in entries.enumerated() {
      if index > 0 { buffer.write("\n") }
      let schedule = entry.cue.schedule
      let writer = StepWriter(schedule)
      let known = stops ? entry.cue.stops() : []
      let heading = "cue \(index + 1)\(entry.sign.map { ": \($0)" } ?? "")"
      buffer.write(atMost: writer.capacity + heading.utf8.count) {
        writer.write(heading, stop: known.worst, to: &$0)
      }
      for (place, step) in schedule.steps.enumerated() {
        buffer.write(atMost: writer.capacity(for: step)) {
          writer.write(step, stop: place < known.count ? known[place] : nil, to: &$0)
        }
      }
      write(entry, with: writer, to: &buffer)
      if buffer.count >= TextBuffer.pieceSize {
        try sink(buffer)
        buffer.removeAll()
      }
    }
    try sink(buffer)
  }

  private func write(_ entry: Entry, with writer: StepWriter, to buffer: inout TextBuffer) {
    let onlyWaits = !entry.cue.isLast && entry.exits.allSatisfy(\.isRepeated)
    for exit in entry.exits where onlyWaits || !exit.isRepeated {
      let awaited = exit.event.map { entry.cue.awaited[$0] }
      let condition = exit.condition.map { "if \(entry.cue.conditions[$0])" }
      let again = exit.isAgain ? entry.cue.again?.words : nil
      let likeness = exit.isExact ? "" : "like "
      let cue = exit.target > 0 ? "\(likeness)cue \(exit.target)" : "a cue not shown"
      let target = cue + exit.anew.map { ", loop \($0) anew" }.joined()
      let text = (awaited?.words ?? condition ?? again).map { "\($0): \(target)" }
      let start = awaited?.start ?? entry.cue.goesOn ?? 0
      let length = awaited?.end.map { $0 - start } ?? 0
      buffer.write(atMost: writer.capacity + (text?.utf8.count ?? 0) + 128) { cursor in
        writer.write(
          text ?? target, start: start, length: length,
          line: awaited?.line ?? (condition ?? again == nil ? 0 : entry.cue.conditionsLine),
          to: &cursor)
      }
    }
    if entry.cue.isLast {
      buffer.write(atMost: 128) { cursor in
        writer.write("end", start: entry.cue.schedule.length, length: 0, line: 0, to: &cursor)
      }
    }
  }
}

extension CountedTurn {
  /// The turn, as in `again 3 times in loop 1`.
  fileprivate var words: String { "\(CueSheet.again) \(times) times in loop \(loop)" }
}

extension Awaited {
  /// The awaited event, as in `on button 1 pausing, at most every 200`.
  fileprivate var words: String {
    if let state { return "when \(state)" }
    guard let policy else { return "until \(description)\(conditionWords)" }
    let manner = policy == .alongside ? "" : " \(policy.rawValue)"
    let pace = isOnce ? ", once" : period > 0 ? ", at most every \(period)" : ""
    return "on \(description)\(conditionWords)\(manner)\(pace)"
  }
}
