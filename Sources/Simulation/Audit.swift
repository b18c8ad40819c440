import DockKit
import Hardware
import Quantities

/// Judges a trace by the numbers of the dock and the rules of DockKit alone.
///
/// It knows neither how motions are planned nor how they are simulated: it reads the pieces and the
/// calls, and works everything out again. Tolerances are a hundredth of a millidegree and the like,
/// far above the rounding of the arithmetic and far below what anybody could see.
public struct Audit {
  /// Something a trace must not have.
  public struct Finding: Hashable, Sendable {
    /// What is wrong.
    public enum Kind: Hashable, Sendable {
      /// An axis left the dock's range, or that of the limits set.
      case position
      /// An axis was faster than the dock, or than the limits set.
      case speed
      /// An axis changed its speed faster than the dock can.
      case acceleration
      /// An axis was at two places at once.
      case positionJump
      /// An axis had two speeds at once.
      case speedJump
      /// A number of the motion is not one, or pieces are out of order.
      case malformed
      /// An axis moved that the dock lacks.
      case absentAxis
      /// A motor call was made while the system tracker had the motors.
      case motorCallWhileTracking
      /// A motor call was made after tracking had been given back for good.
      case motorCallAfterRestore
      /// More orientations and animations were commanded in a second than the dock takes.
      case callRate
      /// The motors were given back, or the trace ended, while an axis moved.
      case moving
      /// System tracking is not what it was at the beginning.
      case trackingNotRestored
    }

    /// What is wrong.
    public let kind: Kind
    /// When, in milliseconds.
    public let time: Int
    /// Which axis, if it is about one.
    public let axis: DockAxis?
    /// The figure found, in degrees, seconds and calls.
    public let value: Double
    /// The figure allowed.
    public let limit: Double
  }

  static let tolerance = 1e-5

  /// The speed below which an axis counts as standing when the motors are given back, in degrees a
  /// second: what a real gimbal cannot tell from rest (0.0002 rad/s, measured).
  public static let standing = 0.012

  let trace: Trace
  let model: DockModel
  var findings: [Finding] = []

  /// Everything wrong with `trace` of a dock of `model`: motion first, axis by axis, then the
  /// calls.
  public static func findings(in trace: Trace, of model: DockModel) -> [Finding] {
    var audit = Audit(trace: trace, model: model)
    for motion in trace.axes { audit.checkMotion(motion) }
    // If the pieces are not a motion, no further check is possible.
    guard !audit.findings.contains(where: { $0.kind == .malformed }) else { return audit.findings }
    audit.checkSetLimits()
    audit.checkAuthority()
    audit.checkCallRate()
    audit.checkRest()
    return audit.findings
  }

  mutating func report(
    _ kind: Finding.Kind, at seconds: Double, _ axis: DockAxis? = nil, _ value: Double = 0,
    _ limit: Double = 0
  ) {
    findings.append(
      Finding(
        kind: kind, time: Milliseconds.count(in: seconds).whole, axis: axis, value: value,
        limit: limit))
  }

  /// The end of the trace in seconds.
  var end: Double { Nanoseconds(trace.end).seconds }
}
