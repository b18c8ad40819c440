import DockKit
import Hardware
import Simulation

// A cue begins where its schedule says, in whole millidegrees; a show that is planned as a whole
// goes on from the very place. Another call may then come a little sooner, and be a little faster.
// A dock that is brought back to its path is brought to where the present cue has come.

extension Trace {
  /// How much sooner a call of speeds may come, in nanoseconds: less than half of what such a call
  /// lasts.
  private static let time = 20_000_000
  /// How much faster it may be, in degrees a second: a millidegree at its beginning and one at its
  /// end, in the 50 ms that it lasts.
  private static let speed = 0.040
  /// How far the axes and their goals may be from each other meanwhile, in degrees: less than the
  /// tolerance for calls, which is a quarter of a degree.
  private static let way = 0.2

  /// What happens here and not in `other`, in words; nil if all is the same but for how a cue's
  /// beginning is rounded.
  func difference(from other: Trace) -> String? {
    let (own, others) = (told, other.told)
    if let place = zip(own, others).first(where: { !isAlike($0, $1) }) {
      return "\(place.0.time / 1_000_000) \(place.0.kind) for "
        + "\(place.1.time / 1_000_000) \(place.1.kind)"
    }
    if let more = (own.count > others.count ? own : others).dropFirst(min(own.count, others.count))
      .first
    {
      return "\(more.time / 1_000_000) \(more.kind), in one of them alone"
    }
    guard isSoon(end, other.end) else { return "\(end / 1_000_000) is its end for \(other.end) ns" }
    for time in events.map(\.time) + [end] {
      let positions = zip(axes, other.axes).map { axis, other in
        (axis.position(at: Double(time) / 1e9), other.position(at: Double(time) / 1e9))
      }
      if let (own, other) = positions.first(where: { abs($0 - $1) > Trace.way }) {
        return "\(time / 1_000_000) at \(own) for \(other) degrees"
      }
    }
    return nil
  }

  /// The events without the calls of speeds that another one replaces at once, and without the
  /// stops after which the motors turn on before such a call is over.
  private var told: [Event] {
    events.indices.filter { index in
      guard case .call(.setAngularVelocity(let speed), nil) = events[index].kind else {
        return true
      }
      let next = events[(index + 1)...].first {
        if case .call(.setAngularVelocity, nil) = $0.kind { true } else { false }
      }
      guard let next else { return true }
      return next.time - events[index].time > (speed == .zero ? 50_000_000 : 0)
    }.map { events[$0] }
  }

  /// True if `time` and `other` are the same, or as near as such calls are where the dock leaves by
  /// itself: it does so after it has rested since one of them.
  private func isSoon(_ time: Int, _ other: Int) -> Bool {
    time == other
      || abs(time - other) <= Trace.time
        && events.contains { $0.kind == .quirk(.idleFlap) }
  }

  private func isAlike(_ own: Event, _ other: Event) -> Bool {
    if own.kind == other.kind, isSoon(own.time, other.time) { return true }
    if case .call(.setOrientation(let goal, let length, let isRelative), nil) = own.kind,
      case .call(.setOrientation(let others, length, isRelative), nil) = other.kind,
      own.time == other.time
    {
      return [goal.pitch - others.pitch, goal.yaw - others.yaw, goal.roll - others.roll]
        .allSatisfy { abs($0) <= Trace.way }
    }
    guard case .call(.setAngularVelocity(let speed), nil) = own.kind,
      case .call(.setAngularVelocity(let others), nil) = other.kind,
      speed != .zero, others != .zero, abs(own.time - other.time) <= Trace.time
    else { return false }
    return [speed.pitch - others.pitch, speed.yaw - others.yaw, speed.roll - others.roll]
      .allSatisfy { abs($0) <= Trace.speed }
  }
}
