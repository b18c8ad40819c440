import Diagnosis
import Language
import Motion
import Printing
import Quantities
import Vocabulary

/// How the gestures around a statement are called: in a mirror, and at which pace.
struct Rendition: Equatable {
  /// True if left and right are exchanged, and clockwise and counterclockwise.
  var isMirrored = false
  /// By how much it is quicker than it is written.
  var pace = 1.0

  /// The least and the greatest pace, as shares.
  static let paces = 0.1...10

  /// What `value` of `axis` means in it.
  @inline(__always)
  func turned(_ value: Double, _ axis: Axis) -> Double {
    isMirrored && axis != .pitch && value != 0 ? -value : value
  }

  /// What is said of it behind a call; nil of one as it is written.
  var words: String? {
    let parts = (isMirrored ? ["mirrored"] : []) + (pace == 1 ? [] : ["at \(decimal(pace * 100))%"])
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// What `pose` means in it.
  @inline(__always)
  func turned(_ pose: PerAxis<Double>) -> PerAxis<Double> {
    guard isMirrored else { return pose }
    return PerAxis(
      yaw: turned(pose.yaw, .yaw), pitch: pose.pitch, roll: turned(pose.roll, .roll))
  }
}

extension Scheduler {
  /// How the running task is called.
  @inline(__always)
  var rendition: Rendition { tasks.running.rendition }

  /// The rendition of what `call` calls.
  mutating func rendition(of call: CallView) throws(Halt) -> Rendition {
    var inner = rendition
    if call.isMirrored { inner.isMirrored.toggle() }
    guard let node = call.pace else { return inner }
    let pace = try value(node)
    if pace <= 0 { throw halt(.standingPace(at: span(of: node))) }
    inner.pace *= pace
    // A product of shares such as 70% is not exact.
    let range = Rendition.paces.lowerBound - 1e-9...Rendition.paces.upperBound + 1e-9
    guard range.contains(inner.pace) else {
      throw halt(
        .paceOutOfRange(
          at: span(of: node), whole: rendition.pace == 1 ? nil : inner.pace,
          fix: literal(in: node).flatMap { number in
            number.isBare || rendition.pace != 1
              ? nil : inner.pace < 1 ? Rendition.paces.lowerBound : Rendition.paces.upperBound
          }))
    }
    return inner
  }

  // MARK: - Times

  /// The time from now to `seconds` later, which makes good what rounding took before.
  func nanoseconds(to seconds: Double) -> Nanoseconds {
    Nanoseconds(Int((Nanoseconds.count(in: seconds) + tasks.running.remainder).rounded()))
  }

  /// The whole nanoseconds of `seconds`, which pass now; what rounding takes is left for the times
  /// that follow.
  mutating func spend(_ seconds: Double) -> Nanoseconds {
    let exact = Nanoseconds.count(in: seconds) + tasks.running.remainder
    let whole = exact.rounded()
    tasks.running.remainder = exact - whole
    return Nanoseconds(Int(whole))
  }

  /// The time of a motion that takes `length` milliseconds as it is written, in seconds.
  func paced(_ length: Int32) -> Double { Milliseconds(length).seconds / rendition.pace }
}

extension FramingMode {
  /// The one with left and right exchanged.
  var mirrored: FramingMode {
    switch self {
    case .left: .right
    case .right: .left
    case .automatic, .center: self
    }
  }
}

extension LimitBound.Quantity {
  /// The one that it is with left and right exchanged.
  var mirrored: LimitBound.Quantity {
    switch self {
    case .lower: .upper
    case .upper: .lower
    case .speed, .acceleration, .jerk: self
    }
  }
}

extension Diagnostic {
  fileprivate static func standingPace(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .notPositive, "the pace of a gesture must be more than zero", at: span,
      notes: ["to stand still, 'wait'"])
  }

  /// Reports a pace beyond what there is; `whole` is what it comes to with the calls around it.
  fileprivate static func paceOutOfRange(
    at span: SourceSpan, whole: Double?, fix: Double?
  ) -> Diagnostic {
    func percent(_ share: Double) -> String { "\(decimal(share * 100))%" }
    let (least, most) = (percent(Rendition.paces.lowerBound), percent(Rendition.paces.upperBound))
    return Diagnostic(
      .outOfRange, "a gesture is called at \(least) .. \(most)", at: span,
      notes: [
        whole.map { "with the calls around it, it comes to \(percent($0))" }
          ?? "'at 50%' takes twice as long, 'at 200%' half as long"
      ], fixIts: fix.map { [FixIt("write '\(percent($0))'", span, percent($0))] } ?? [])
  }
}
