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

  /// True if all that happens in `other` is the same but for how a cue's beginning is rounded.
  func isAlike(_ other: Trace) -> Bool {
    let (own, others) = (told, other.told)
    guard own.count == others.count, end == other.end,
      zip(own, others).allSatisfy({ isAlike($0, $1) })
    else { return false }
    let times = events.map { Double($0.time) / 1e9 } + [Double(end) / 1e9]
    return zip(axes, other.axes).allSatisfy { own, other in
      times.allSatisfy { abs(own.position(at: $0) - other.position(at: $0)) <= Trace.way }
    }
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

  private func isAlike(_ own: Event, _ other: Event) -> Bool {
    if own == other { return true }
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
