#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

import Motion
import Playback
import Printing
import Schedules
import Simulation

/// What came of an expectation.
public struct Judgement: Equatable, Sendable {
  /// True if it is as expected.
  public let passed: Bool
  /// What was found, for people: `pitch -0.004deg`, `1000ms`.
  public let found: String
  /// What was expected, with the values of its calculations: `< 3deg/s`; empty where that says
  /// nothing new.
  public var wanted = ""

  /// What was found, and what was expected instead.
  public var description: String { wanted.isEmpty ? found : "\(found), expected \(wanted)" }
}

/// Holds `expectation` against what happened.
///
/// Angles and speeds are compared in whole thousandths, times in whole milliseconds, as they are
/// printed. Figures count from the beginning of the show; what is expected at a time is judged at
/// the moment that time really was.
public func judge(
  _ expectation: Expectation, outcome: Outcome, trace: Trace
) -> Judgement {
  // A show that was cut short is judged by where it ended: nothing is known beyond.
  let time = min(outcome.time(of: expectation.time), max(outcome.start, trace.end))
  return Judge(outcome: outcome, trace: trace, time: time).judge(expectation.kind)
}

private struct Judge {
  let outcome: Outcome
  let trace: Trace
  /// The moment of judgement, in nanoseconds.
  let time: Int

  private var start: Double { Double(outcome.start) / 1e9 }
  private var end: Double { Double(time) / 1e9 }

  func judge(_ kind: Expectation.Kind) -> Judgement {
    switch kind {
    case .pose(let near, let tolerance): pose(near, tolerance)
    case .always(let axis, let lower, let upper): always(axis, lower, upper)
    case .figure(let figure, let comparison, let value): compare(figure, comparison, value)
    case .trackingRestored:
      Judgement(
        passed: trace.endsTracking == trace.beganTracking,
        found: "tracking \(trace.beganTracking.word) -> \(trace.endsTracking.word)")
    case .constant(let isTrue, let sides):
      Judgement(
        passed: isTrue, found: (sides.isEmpty ? "" : "\(sides) is ") + (isTrue ? "true" : "false"))
    }
  }

  private func pose(_ near: PerAxis<Int32?>, _ tolerance: Int32) -> Judgement {
    var passed = true
    var (parts, places): ([String], [String]) = ([], [])
    for axis in Axis.allCases {
      guard let wanted = near[axis] else { continue }
      guard let found = position(of: axis) else { return .missing(axis) }
      passed = passed && (found - Int(wanted)).magnitude <= tolerance.magnitude
      parts.append("\(axis.name) \(found.thousandths)deg")
      places.append("\(axis.name) \(Int(wanted).thousandths)deg")
    }
    return Judgement(
      passed: passed, found: parts.joined(separator: ", "),
      wanted: "\(places.joined(separator: ", ")) within \(Int(tolerance).thousandths)deg")
  }

  private func always(_ axis: Axis, _ lower: Int32, _ upper: Int32) -> Judgement {
    guard let motion = trace.motion(of: DockAxis(axis)) else { return .missing(axis) }
    let extremes = motion.extremes(from: start, to: max(start, end))
    let least = (extremes.lowerBound * 1000).wholeNumber
    let greatest = (extremes.upperBound * 1000).wholeNumber
    return Judgement(
      passed: least >= Int(lower) && greatest <= Int(upper),
      found: "\(axis.name) \(least.thousandths)deg .. \(greatest.thousandths)deg")
  }

  private func compare(
    _ figure: Expectation.Figure, _ comparison: Expectation.Comparison, _ value: Int
  ) -> Judgement {
    switch figure {
    case .elapsed:
      let elapsed = (Double(time - outcome.start) / 1e6).wholeNumber
      return Judgement(
        passed: comparison.holds(elapsed, value), found: "\(elapsed)ms",
        wanted: "\(comparison) \(value)ms")
    case .peakSpeed(let axis):
      guard let motion = trace.motion(of: DockAxis(axis)) else { return .missing(axis) }
      let peak = (motion.peakSpeed(from: start, to: max(start, end)) * 1000).wholeNumber
      return Judgement(
        passed: comparison.holds(peak, value), found: "\(axis.name) \(peak.thousandths)deg/s",
        wanted: "\(comparison) \(value.thousandths)deg/s")
    case .position(let axis):
      guard let found = position(of: axis) else { return .missing(axis) }
      return Judgement(
        passed: comparison.holds(found, value), found: "\(axis.name) \(found.thousandths)deg",
        wanted: "\(comparison) \(value.thousandths)deg")
    }
  }

  private func position(of axis: Axis) -> Int? {
    trace.motion(of: DockAxis(axis)).map { ($0.position(at: end) * 1000).wholeNumber }
  }
}

extension Judgement {
  fileprivate static func missing(_ axis: Axis) -> Judgement {
    Judgement(passed: false, found: "no \(axis.name) axis")
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

extension Int {
  /// A thousandth of it as a decimal number.
  fileprivate var thousandths: String {
    var text = TextBuffer()
    text.write(thousandths: self)
    return text.text
  }
}
