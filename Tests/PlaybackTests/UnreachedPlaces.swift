import Hardware
import Motion
import Playback
import Quantities
import Schedules
import Simulation
import Vocabulary

/// The moves of a played script that were carried out to their ends, and did not end at the places
/// that their lines name: read from the text, without the compiler.
struct UnreachedPlaces {
  /// A move that is being carried out.
  private struct Move {
    /// Where each axis is to be at its end, in degrees.
    var places: PerAxis<Double?>
    /// The line of its statement.
    let line: Int
    /// When it ends, in nanoseconds.
    let end: Int
  }

  /// What is wrong, in words; empty if nothing is.
  private(set) var faults: [String] = []
  /// The number of moves that were judged.
  private(set) var judged = 0

  /// How far from its place a move may end, in degrees: the motors hold it by speeds.
  private let tolerance: Double
  private let lines: [Substring]
  /// True if a gesture may turn to the other side.
  private let isMirrored: Bool
  private let trace: Trace
  private var moves: [Move] = []

  /// Judges `play`, which reported `events`, by what happened to the dock.
  init(in play: RandomPlay, _ events: [PlaybackEvent], _ trace: Trace) {
    let text = play.text
    // The noise of a short turn has a standard deviation of 0.15 deg.
    tolerance = play.model.quirks.contains(.pulseNoise) ? 1.5 : 0.3
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    isMirrored = text.contains(" mirrored")
    self.trace = trace
    for event in events where event.time <= play.longest * 1_000_000_000 {
      judge(until: event.time)
      switch event.kind {
      case .began(_, let step):
        drop(step.kind == .animate ? .all : step.axes)
        if step.kind == .move { add(step, endingIn: step.length, from: event.time) }
      case .cue(let schedule, _):
        // What goes on in it ends as it was planned when it began.
        let going = schedule.steps.filter { $0.kind == .move && $0.start < 0 }
        moves.removeAll { move in !going.contains { $0.lineNumber == move.line } }
      case .stretched, .refused, .reclaimed, .held, .resumed, .replanned, .gaveBack, .skipped:
        moves = []
      default: break
      }
    }
    judge(until: min(Int(trace.end), play.longest * 1_000_000_000))
  }

  private mutating func drop(_ axes: AxisSet) {
    for index in moves.indices {
      for axis in Axis.allCases where axes.contains(axis) { moves[index].places[axis] = nil }
    }
  }

  private mutating func add(_ step: Step, endingIn length: Int32, from time: Int) {
    guard lines.indices.contains(step.lineNumber - 1) else { return }
    var places = Self.places(in: lines[step.lineNumber - 1])
    for axis in Axis.allCases where !step.axes.contains(axis) { places[axis] = nil }
    moves.append(
      Move(
        places: places, line: step.lineNumber, end: time + Milliseconds(length).nanoseconds))
  }

  /// Judges the moves that are over at `time` nanoseconds.
  private mutating func judge(until time: Int) {
    for move in moves where move.end <= time && isDocked(at: move.end) {
      for axis in Axis.allCases {
        guard let place = move.places[axis] else { continue }
        judged += 1
        let end = Nanoseconds(move.end).seconds
        let motion = trace.axes.first { $0.axis.rawValue == axis.rawValue }
        guard let position = motion?.position(at: end) else { continue }
        let error = [place, isMirrored ? -place : place].map { abs(position - $0) }.min() ?? 0
        if error <= tolerance || error <= noise(at: move.end) { continue }
        faults.append(
          "line \(move.line): \(axis.name) ends at \(position) deg and not at \(place), at \(end) s"
        )
      }
    }
    moves.removeAll { $0.end <= time }
  }

  /// How far the noise of all short turns since the last call that names a place may have led at
  /// `time` nanoseconds, in degrees: five standard deviations.
  ///
  /// Moves below the dead band are sent as speeds, each from where the one before has ended.
  private func noise(at time: Int) -> Double {
    let events = trace.events.prefix { $0.time <= time }
    let turns = events.reversed().prefix { event in
      if case .call(.setOrientation, nil) = event.kind { return false }
      return true
    }
    return 5 * 0.15 * Double(turns.count { $0.kind == .quirk(.pulseNoise) }).squareRoot()
  }

  /// False while the phone is out of the dock, which is then moved by others.
  private func isDocked(at time: Int) -> Bool {
    var isDocked = true
    for event in trace.events where event.time <= time {
      if case .docked(let isNow) = event.kind { isDocked = isNow }
    }
    return isDocked
  }

  /// The places that `line` names, which is one move of a random script; nil of other axes.
  private static func places(in line: Substring) -> PerAxis<Double?> {
    var places = PerAxis<Double?>(all: nil)
    let pan = #/pan(?: to|:) (\d+)deg (left|right)/#
    let tilt = #/tilt(?: to|:) (\d+)deg (up|down)/#
    // A handler may take the dock back to the show, to a place that its line does not name.
    if line.hasPrefix("on "), !line.contains("replacing") { return places }
    if line.contains(";") || line.contains(" by ") || line.contains("through") { return places }
    if line.contains("to home") { places = PerAxis(all: 0) }
    if let match = line.firstMatch(of: pan), let angle = Double(match.1) {
      places[.yaw] = match.2 == "right" ? angle : -angle
    }
    if let match = line.firstMatch(of: tilt), let angle = Double(match.1) {
      places[.pitch] = match.2 == "down" ? angle : -angle
    }
    return places
  }
}
