import Playback
import Plotting
import Rehearsal
import Schedules
import Simulation
import Vocabulary

/// What a preview performs: the script, and everything around the dock.
package struct PreviewShow: Sendable {
  /// The first cue, which the others follow.
  package var cue: Cue
  /// Who and what is around the dock.
  package var company: Company
  /// What goes wrong with the dock.
  package var faults: [Fault]
  /// What comes from outside, in order.
  package var happenings: [Happening]
  /// Whether system tracking is on before the show.
  package var isTracking: Bool
  /// What is told of everything that happens while it is performed.
  private let watch: @Sendable (PlaybackEvent) -> Void

  /// Creates a show.
  package init(
    _ cue: Cue, company: Company, faults: [Fault], happenings: [Happening], isTracking: Bool,
    watchedBy watch: @escaping @Sendable (PlaybackEvent) -> Void = { _ in }
  ) {
    (self.cue, self.company, self.faults) = (cue, company, faults)
    (self.happenings, self.isTracking, self.watch) = (happenings, isTracking, watch)
  }

  /// What one performance tells.
  struct Performance {
    var plot: TimePlot
    var trace: Trace
    var ending: String
    /// The waits, with the times at which they began, in nanoseconds.
    var waits: [(sign: Awaited.Sign, time: Int)]
    /// The times at which something came from outside that somebody waited for or handled.
    var heard: Set<Int>
    /// When the screen is touched, in nanoseconds.
    var taps: [Int]
  }

  /// Performs the show, with `more` of what comes from outside.
  func perform(adding more: [Happening] = []) -> Performance {
    var events: [PlaybackEvent] = []
    var waits: [(sign: Awaited.Sign, time: Int)] = []
    var heard: Set<Int> = []
    var taps: [Int] = []
    let (run, _) = rehearse(
      cue, isTracking: isTracking, company: company, faults: faults,
      happenings: (happenings + more).inOrder
    ) { event in
      watch(event)
      switch event.kind {
      case .awaits(let awaited): waits.append((awaited.sign, event.time))
      case .decided: heard.insert(event.time)
      case .event(let sign, let lines, _):
        if !lines.isEmpty { heard.insert(event.time) }
        if sign.kind.isTouch { taps.append(event.time) }
      default: break
      }
      if TimePlot.draws(event) { events.append(event) }
      return nil
    }
    return Performance(
      plot: TimePlot(of: cue, events, run.outcome, run.trace), trace: run.trace,
      ending: run.ending, waits: waits, heard: heard, taps: taps)
  }
}

extension RunRecord {
  /// How it ended, in words.
  fileprivate var ending: String {
    switch outcome.ending {
    case .done: "the end"
    case .failed(let failure): "failed: \(failure.message)"
    case .killed: "killed"
    case .cancelled:
      switch exit {
      case .silence: "nothing more happens"
      case .timeUp: "the time is up"
      case .tooManyCues: "stopped: too many cues without an event"
      default: "stopped from outside"
      }
    }
  }
}
