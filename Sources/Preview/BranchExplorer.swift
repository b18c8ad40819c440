import Motion
import Plotting
import Printing
import Quantities
import Rehearsal
import Schedules
import Simulation
import Vocabulary

/// Finds the ways in which a show can go: presses the events of the script, each at a few times.
///
/// A wait is answered a second after it began, or in the middle of it if it is shorter. A handler
/// is called at a half, a quarter and three quarters of what follows the last press. First every
/// event gets one press, then the other times, then further presses in what has come of them.
struct BranchExplorer {
  /// The most runs in a page, and the most bytes of all but the first.
  static let mostRuns = 48
  static let mostBytes = 100_000
  /// The most presses that follow each other.
  static let mostPresses = 3

  let show: PreviewShow
  let events: [Preview.Event]
  private(set) var runs: [Preview.Run] = []
  /// How many presses were not tried.
  private(set) var untried = 0
  /// The presses that were not tried yet, the most wanted first.
  private var candidates: [Candidate] = []
  private var bytes = 0

  /// A press in a run that is known.
  private struct Candidate {
    var run: Int
    var press: Preview.Press
    /// How much it is wanted: the number of presses before it, and of others of its event.
    var rank: Int
  }

  init(_ show: PreviewShow, events: [Preview.Event]) {
    (self.show, self.events) = (show, events)
  }

  /// Performs the show, and then each press as far as there is room for that and `most` runs.
  mutating func explore(atMost most: Int) {
    let first = show.perform()
    add(first, presses: [], parent: nil)
    var next = 0
    while next < candidates.count {
      let candidate = candidates[next]
      next += 1
      let parent = runs[candidate.run]
      guard runs.count < most, bytes < BranchExplorer.mostBytes else {
        untried += 1
        continue
      }
      var press = candidate.press
      press.look(where: parent.trace)
      let presses = parent.presses + [press]
      let performance = show.perform(presses, of: events)
      // What nobody hears changes nothing.
      guard isHeard(press, in: performance) else { continue }
      add(performance, presses: presses, parent: candidate.run, after: next)
    }
  }

  private mutating func add(
    _ performance: PreviewShow.Performance, presses: [Preview.Press], parent: Int?,
    after next: Int = 0
  ) {
    let run = Preview.Run(performance, presses: presses, parent: parent)
    runs.append(run)
    if let parent { bytes += run.size(leaving: runs[parent]) }
    guard presses.count < BranchExplorer.mostPresses else { return }
    let since = presses.last?.time ?? 0
    let isThere = presses.map { events[$0.event].act }.last(where: \.isVisit) == .arrival
    for (number, event) in events.enumerated() {
      // Who is there does not come, and who is not there does not leave.
      if event.act == .arrival, isThere { continue }
      if event.act == .departure, !isThere { continue }
      for (turn, time) in times(for: event, in: performance, since: since).enumerated() {
        insert(
          Candidate(
            run: runs.count - 1, press: Preview.Press(event: number, time: time),
            rank: 4 * presses.count + turn), after: next)
      }
    }
  }

  /// Puts `candidate` behind all that are wanted as much, and of those only behind number `next`.
  private mutating func insert(_ candidate: Candidate, after next: Int) {
    let index = candidates[next...].firstIndex { $0.rank > candidate.rank } ?? candidates.count
    candidates.insert(candidate, at: index)
  }

  /// When to press `event` in a show that did `performance`, in nanoseconds, the best first.
  private func times(
    for event: Preview.Event, in performance: PreviewShow.Performance, since: Int
  ) -> [Int] {
    let second = Nanoseconds.second
    let end = performance.trace.end
    if event.policy == nil, event.act != .departure {
      return performance.waits.compactMap { wait in
        guard event.act.answers(wait.sign), wait.time >= since else { return nil }
        let rest = max(0, end - wait.time)
        let isShort = rest > 0 && rest < 2 * second
        return wait.time + (isShort ? rest / 2 : second)
      }.prefix(2).map { $0 }
    }
    guard end > since + second else { return [since + second] }
    return [2, 1, 3].map { quarter in
      // Whole tenths of a second are easier to say.
      (since + (end - since) * quarter / 4) / (second / 10) * (second / 10)
    }
  }

  /// True if somebody waited for `press`, or handled it; of a visitor, if anything is asked later.
  private func isHeard(_ press: Preview.Press, in performance: PreviewShow.Performance) -> Bool {
    guard events[press.event].act.isVisit else { return performance.heard.contains(press.time) }
    return performance.heard.contains { $0 >= press.time }
  }
}

extension Preview.Run {
  /// Creates the run of `performance`.
  init(_ performance: PreviewShow.Performance, presses: [Preview.Press], parent: Int?) {
    (self.presses, self.parent) = (presses, parent)
    (plot, trace, ending) = (performance.plot, performance.trace, performance.ending)
    taps = performance.taps
  }

  /// How many bytes it takes in a page, as one that leaves the run `left`.
  fileprivate func size(leaving left: Preview.Run) -> Int {
    var json = JSONWriter(.compact)
    json.object { write(to: &$0, leaving: left, sources: [:]) }
    return json.buffer.count
  }
}

extension Preview {
  /// The events that the cues of `sheet` wait for, each once, in the order of the cues.
  static func events(of sheet: CueSheet) -> [Event] {
    var events: [Event] = []
    for entry in sheet.entries {
      for (index, awaited) in entry.cue.awaited.enumerated() {
        guard let sign = awaited.event, sign != AwaitedEvent(.person) else { continue }
        // An event for several is pressed once; who handles it says more than who waits.
        let name = sign.description
        let policy = sheet.policy(of: index, in: entry)
        if let known = events.firstIndex(where: { $0.name == name }) {
          if events[known].policy == nil { events[known].policy = policy }
          continue
        }
        let event = WorldEvent(pressing: sign)
        events.append(
          Event(
            name: name, policy: policy, act: .event(event), option: "\(event.optionWords)@T",
            source: entry.cue.schedule.files.source(of: awaited.line)))
      }
    }
    return events + visits(of: sheet)
  }
}

extension WorldEvent {
  /// The event that somebody gets who waits for `awaited`.
  fileprivate init(pressing awaited: AwaitedEvent) {
    switch awaited.kind {
    case .button:
      self.init(
        .button, awaited.phase == .any ? .pressed : awaited.phase, number: awaited.number ?? 1)
    case .battery:
      // Just below the bound, and full before.
      let bound = awaited.number ?? 1
      self.init(.battery, number: max(0, ((bound * 100).rounded(.up) - 1) / 100), value: 1)
    default: self.init(awaited.kind, awaited.phase, value: awaited.kind == .zoom ? 2 : 1)
    }
  }

  /// The event as the option `--event` takes it.
  fileprivate var optionWords: String {
    switch kind {
    case .button: "button \(decimal(number ?? 1))" + (phase == .released ? " released" : "")
    case .battery: "battery \(decimal((number ?? 0) * 100))%"
    case .zoom: "zoom \(decimal(value))"
    default: phase == .any ? kind.rawValue : "\(kind.rawValue) \(phase.rawValue)"
    }
  }
}
