#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

import Motion
import Playback
import Printing
import Quantities
import Schedules
import Simulation
import Vocabulary

/// What came of an expectation.
public struct Judgement: Equatable, Sendable {
  /// True if it is as expected.
  public let passed: Bool
  /// What was found, for people: `tilt 0.004deg up`, `1s`.
  public let found: String
  /// What was expected, with the values of its calculations: `< 3deg/s`; empty where that says
  /// nothing new.
  public var wanted = ""
  /// When an axis was first where it should not be, or too quick; nil if that is not what is wrong.
  var breach: Breach?

  /// The first moment at which an axis does what it should not.
  struct Breach: Equatable {
    let axis: Axis
    let time: Int
  }

  /// True if the test was over before it could be checked.
  var isTooLate = false

  /// What is wrong, in a clause.
  public var description: String {
    if isTooLate { return "the test is over at \(found), before this is checked at \(wanted)" }
    return wanted.isEmpty ? "expected this, found \(found)" : "expected \(wanted), found \(found)"
  }
}

/// Holds `expectation` against what happened.
///
/// Angles and speeds are compared in whole thousandths, times in whole milliseconds, as they are
/// printed. Figures count from the beginning of the show; what is expected at a time is judged at
/// the moment that time really was.
///
/// - Parameters:
///   - expectation: what is expected.
///   - outcome: how the run went.
///   - trace: what happened to the dock.
///   - log: the lines that the script wrote, with their times in nanoseconds.
///   - states: what conditions would have read, from when on, in nanoseconds.
///   - reached: how much of that had happened where an expectation without a time stands; nil for
///     all that happened.
package func judge(
  _ expectation: Expectation, outcome: Outcome, trace: Trace,
  log: [(time: Int, text: String)] = [], states: [(time: Int, state: WorldState)] = [],
  reached: Reached? = nil
) -> Judgement {
  // A show that was cut short is judged by where it ended: nothing is known beyond.
  let end = max(outcome.start, trace.end)
  var time = min(outcome.time(of: expectation.time), end)
  if expectation.isTimed {
    time = min(outcome.start + Milliseconds(expectation.time).nanoseconds, end)
    let length = Nanoseconds(end - outcome.start).nearestMilliseconds
    if expectation.time > length {
      return Judgement(
        passed: false, found: seconds(Int(length)), wanted: seconds(Int(expectation.time)),
        isTooLate: true)
    }
  }
  return Judge(
    outcome: outcome, trace: trace, log: log, states: states,
    reached: reached ?? Reached(lines: .max, states: .max, phoneCalls: .max, modes: .max),
    time: time, latest: expectation.isTimed ? time + Milliseconds(1).nanoseconds - 1 : .max
  ).judge(expectation.kind)
}

/// How much has happened in a run, of what can happen several times at one instant.
package struct Reached: Equatable, Sendable {
  /// The lines of the log.
  var lines = 0
  /// The changes of what conditions read.
  var states = 0
  /// What the phone was asked for.
  var phoneCalls = 0
  /// The modes that began.
  var modes = 0
}

/// So many milliseconds, as scripts write them.
private func seconds(_ milliseconds: Int) -> String { "\(decimal(thousandths: milliseconds))s" }

private struct Judge {
  let outcome: Outcome
  let trace: Trace
  let log: [(time: Int, text: String)]
  let states: [(time: Int, state: WorldState)]
  /// What has happened at the moment of judgement.
  let reached: Reached
  /// The moment of judgement, in nanoseconds.
  let time: Int
  /// The last moment whose deeds count.
  ///
  /// At a time, that is the end of its millisecond: what follows an event may come a part of one
  /// later. Without a time the place of the expectation decides: a deed may be later than planned.
  let latest: Int

  private var start: Double { Nanoseconds(outcome.start).seconds }
  private var end: Double { Nanoseconds(time).seconds }

  func judge(_ kind: Expectation.Kind) -> Judgement {
    switch kind {
    case .pose(let near, let tolerance): pose(near, tolerance)
    case .always(let axis, let lower, let upper): always(axis, lower, upper)
    case .figure(let figure, let comparison, let value): compare(figure, comparison, value)
    case .trackingRestored:
      Judgement(
        passed: trace.endsTracking == trace.beganTracking,
        found: "tracking \(trace.beganTracking.word) -> \(trace.endsTracking.word)")
    case .face(let mood):
      Judgement(passed: phone.mood == mood, found: face, wanted: "face \(mood.rawValue)")
    case .recording(let isExpected):
      Judgement(
        passed: phone.isRecording == isExpected,
        found: phone.isRecording ? "a recording" : "no recording",
        wanted: isExpected ? "a recording" : "no recording")
    case .log(let line): self.line(line)
    case .mode(let name): mode(name)
    case .state(let condition): state(condition)
    case .handler(let event, let end, let count): calls(of: event, end, count)
    case .constant(let isTrue, let sides):
      Judgement(
        passed: isTrue, found: (sides.isEmpty ? "" : "\(sides) is ") + (isTrue ? "true" : "false"))
    }
  }

  /// The face, and since when it has been that, as in `face normal since 5s`: a 'finally' may just
  /// have set it.
  private var face: String {
    let mood = phone.mood
    let states = trace.phoneStates.prefix(reached.phoneCalls).filter { $0.time <= latest }
    let words = "face \(mood.rawValue)"
    let other = states.lastIndex { $0.state.mood != mood }
    guard let first = other.map({ $0 + 1 }) ?? (mood == PhoneState().mood ? nil : 0) else {
      return words
    }
    let since = Nanoseconds(states[first].time - outcome.start).nearestMilliseconds
    return "\(words) since \(seconds(Int(since)))"
  }

  /// The phone at the moment of judgement.
  private var phone: PhoneState {
    trace.phoneStates.prefix(reached.phoneCalls).last { $0.time <= latest }?.state ?? PhoneState()
  }

  private func mode(_ wanted: String) -> Judgement {
    let modes = trace.events.compactMap { event -> (time: Int, name: String)? in
      guard case .note(let note) = event.kind, note.kind == .mode else { return nil }
      return (event.time, note.text)
    }
    guard let mode = modes.prefix(reached.modes).last(where: { $0.time <= latest })?.name else {
      return Judgement(passed: false, found: "no mode", wanted: "mode \(wanted)")
    }
    return Judgement(passed: mode == wanted, found: "mode \(mode)", wanted: "mode \(wanted)")
  }

  private func state(_ wanted: Condition) -> Judgement {
    let state =
      states.prefix(reached.states).last { $0.time <= latest }?.state ?? WorldState()
    let values = wanted.variables.map { variable in
      let value = state.value(of: variable)
      guard variable.isNumber else { return value == 1 ? variable.name : "not \(variable.name)" }
      return value.map { "\(variable.name) \(decimal($0))" } ?? "no \(variable.name) known"
    }
    return Judgement(
      passed: wanted.holds(in: state), found: values.joined(separator: ", "), wanted: "\(wanted)")
  }

  private func line(_ wanted: String) -> Judgement {
    let lines = log.prefix(reached.lines).filter { $0.time <= latest }.map(\.text)
    let last = lines.suffix(3).map { "'\($0)'" }.joined(separator: ", ")
    return Judgement(
      passed: lines.contains(wanted),
      found: lines.isEmpty ? "no line in the log" : "\(lines.count > 3 ? "… " : "")\(last)",
      wanted: "'\(wanted)'")
  }

  private func calls(of event: AwaitedEvent, _ end: HandlerEnd, _ count: Int) -> Judgement {
    let tallies = outcome.handlers.filter { $0.event.isSame(as: event) }
    guard !tallies.isEmpty else {
      return Judgement(
        passed: false, found: "no such handler", wanted: "a handler of '\(event.description)'")
    }
    let counts = HandlerEnd.allCases.map { end in
      (end, tallies.reduce(0) { $0 + $1[HandlerTally.End(end)] })
    }
    let found = counts.map { "\($0.0.rawValue) \($0.1)" }.joined(separator: ", ")
    return Judgement(
      passed: counts.contains { $0 == (end, count) }, found: found,
      wanted: "\(end.rawValue) \(count)")
  }

  private func pose(_ near: PerAxis<Int32?>, _ tolerance: Int32) -> Judgement {
    var passed = true
    var (parts, places): ([String], [String]) = ([], [])
    for axis in Axis.allCases {
      guard let wanted = near[axis] else { continue }
      guard let found = position(of: axis) else { return .missing(axis) }
      passed = passed && (found - Int(wanted)).magnitude <= tolerance.magnitude
      parts.append(axis.placed(found))
      places.append(axis.placed(Int(wanted)))
    }
    let reach = decimal(thousandths: Int(tolerance))
    return Judgement(
      passed: passed, found: parts.joined(separator: ", "),
      wanted: "\(places.joined(separator: ", ")) within \(reach)deg")
  }

  private func always(_ axis: Axis, _ lower: Int32, _ upper: Int32) -> Judgement {
    guard let motion = trace.motion(of: DockAxis(axis)) else { return .missing(axis) }
    let extremes = motion.extremes(from: start, to: max(start, end))
    let least = Millidegrees.count(in: extremes.lowerBound).wholeNumber
    let greatest = Millidegrees.count(in: extremes.upperBound).wholeNumber
    let passed = least >= Int(lower) && greatest <= Int(upper)
    var judgement = Judgement(
      passed: passed,
      found: "\(axis.placed(least)) .. \(axis.directed(greatest, "deg"))",
      wanted: "\(axis.directed(lower, "deg")) .. \(axis.directed(upper, "deg"))")
    if !passed {
      judgement.breach = breach(of: axis) { time in
        let extremes = motion.extremes(from: start, to: time)
        return Millidegrees.count(in: extremes.lowerBound).wholeNumber < Int(lower)
          || Millidegrees.count(in: extremes.upperBound).wholeNumber > Int(upper)
      }
    }
    return judgement
  }

  private func compare(
    _ figure: Expectation.Figure, _ comparison: Expectation.Comparison, _ value: Int
  ) -> Judgement {
    switch figure {
    case .elapsed:
      let elapsed = Nanoseconds(time - outcome.start).milliseconds.wholeNumber
      return Judgement(
        passed: comparison.holds(elapsed, value), found: seconds(elapsed),
        wanted: "\(comparison) \(seconds(value))")
    case .peakSpeed(let axis):
      guard let motion = trace.motion(of: DockAxis(axis)) else { return .missing(axis) }
      let speed = motion.peakSpeed(from: start, to: max(start, end))
      let peak = Millidegrees.count(in: speed).wholeNumber
      var judgement = Judgement(
        passed: comparison.holds(peak, value),
        found: "\(axis.scriptName) \(decimal(thousandths: peak))deg/s",
        wanted: "\(comparison) \(decimal(thousandths: value))deg/s")
      if !judgement.passed, comparison == .less || comparison == .lessOrEqual {
        judgement.breach = breach(of: axis) { time in
          let peak = Millidegrees.count(in: motion.peakSpeed(from: start, to: time)).wholeNumber
          return !comparison.holds(peak, value)
        }
      }
      return judgement
    case .lateness:
      // While a show is held its time stands still, so it is not late.
      let delays = outcome.stretches.filter {
        $0.reason != .held && outcome.time(of: $0.time) <= time
      }
      let delay = delays.reduce(0) { $0 + $1.length }
      let late = Nanoseconds(delay).milliseconds.wholeNumber
      return Judgement(
        passed: comparison.holds(late, value), found: "\(seconds(late)) late",
        wanted: "\(comparison) \(seconds(value))")
    case .position(let axis):
      guard let found = position(of: axis) else { return .missing(axis) }
      return Judgement(
        passed: comparison.holds(found, value), found: axis.placed(found),
        wanted: "\(comparison) \(axis.directed(value, "deg"))")
    }
  }

  /// The first whole millisecond by which `hasBroken` holds, which does so at the moment of
  /// judgement, and once it does, from then on; its time is in seconds.
  private func breach(of axis: Axis, _ hasBroken: (Double) -> Bool) -> Judgement.Breach {
    var low = Nanoseconds(outcome.start).wholeMilliseconds
    var high = Nanoseconds(time).wholeMilliseconds + 1
    while low < high {
      let middle = (low + high) / 2
      if hasBroken(min(end, max(start, Milliseconds(middle).seconds))) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return Judgement.Breach(axis: axis, time: Milliseconds(low).nanoseconds)
  }

  private func position(of axis: Axis) -> Int? {
    trace.motion(of: DockAxis(axis)).map {
      Millidegrees.count(in: $0.position(at: end)).wholeNumber
    }
  }
}

extension HandlerTally.End {
  fileprivate init(_ end: HandlerEnd) {
    switch end {
    case .done: self = .done
    case .preempted: self = .preempted
    case .dropped: self = .dropped
    }
  }
}

extension Judgement {
  fileprivate static func missing(_ axis: Axis) -> Judgement {
    Judgement(passed: false, found: "no axis for \(axis.scriptName)")
  }
}

extension Expectation.Comparison {
  fileprivate func holds(_ left: Int, _ right: Int) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}

extension DockAxis {
  /// The axis of the dock model that schedules call `axis`.
  fileprivate init(_ axis: Axis) {
    switch axis {
    case .yaw: self = .yaw
    case .pitch: self = .pitch
    case .roll: self = .roll
    }
  }
}

extension Bool {
  fileprivate var word: String { self ? "on" : "off" }
}

extension Double {
  /// The nearest whole number, held within 53 bits; 0 for what is no number.
  fileprivate var wholeNumber: Int {
    isNaN ? 0 : Int(Swift.max(-0x1p53, Swift.min(0x1p53, rounded())))
  }
}

extension Axis {
  /// Its place at so many millidegrees in the words of scripts, as in `pan 30deg right`.
  fileprivate func placed(_ place: Int) -> String { "\(scriptName) \(directed(place, "deg"))" }
}
