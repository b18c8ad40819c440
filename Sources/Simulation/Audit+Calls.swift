import DockKit
import Hardware
import Quantities

extension Audit {
  /// Who has the motors, call by call, and whether tracking ends as it began.
  ///
  /// Who was robbed of the motors cannot know it: what he then tries, and is refused, is no fault.
  mutating func checkAuthority() {
    var (isTracking, isRobbed) = (trace.beganTracking, false)
    let restore = trace.events.indices.last { isHandover(at: $0) }
    for (index, event) in trace.events.enumerated() {
      switch event.kind {
      case .tracking(let isOn):
        isTracking = isOn
        isRobbed = isOn && !isHandover(at: index)
      case .call(let call, _) where call.needsMotors && isTracking && !isRobbed:
        let isOver = restore.map { index > $0 } ?? false
        report(
          isOver ? .motorCallAfterRestore : .motorCallWhileTracking,
          at: Nanoseconds(event.time).seconds)
      case .call, .docked, .foreground, .fault, .tracker, .phone, .quirk, .note: break
      }
    }
    if isTracking != trace.beganTracking { report(.trackingNotRestored, at: end) }
  }

  /// No more orientations and animations in any second than the dock takes.
  ///
  /// Calls refused for another reason do not count.
  mutating func checkCallRate() {
    let times = trace.events.compactMap { event in event.countsAgainstRate ? event.time : nil }
    let most = max(0, model.callsPerSecond)
    for index in times.indices.dropFirst(most)
    where most == 0 || times[index] - times[index - most] < Nanoseconds.second {
      report(.callRate, at: Nanoseconds(times[index]).seconds, nil, Double(most + 1), Double(most))
    }
  }

  /// Nothing moves when the motors are given back, nor at the end if they never are.
  mutating func checkRest() {
    for (index, event) in trace.events.enumerated() where isHandover(at: index) {
      checkRest(at: Nanoseconds(event.time).seconds)
    }
    if !trace.endsTracking { checkRest(at: end) }
  }

  /// True if event `index` is that the motors are given to the tracker, and not by misadventure.
  private func isHandover(at index: Int) -> Bool {
    guard trace.events[index].kind == .tracking(true) else { return false }
    guard index > 0 else { return true }
    switch trace.events[index - 1].kind {
    case .fault, .docked, .foreground: return false
    case .call, .tracking, .tracker, .phone, .quirk, .note: return true
    }
  }

  private mutating func checkRest(at time: Double) {
    for motion in trace.axes {
      let speed = abs(motion.speed(at: time))
      // What the firmware does by itself while the phone is out of the dock, nobody can stop.
      guard motion.cause(at: time) != .firmware else { continue }
      if speed > Audit.standing { report(.moving, at: time, motion.axis, speed) }
    }
  }
}

extension Trace.Event {
  fileprivate var countsAgainstRate: Bool {
    switch kind {
    case .call(.setOrientation, nil), .call(.animate, nil),
      .call(.setOrientation, .frameRateTooHigh), .call(.animate, .frameRateTooHigh):
      true
    case .call, .tracking, .docked, .foreground, .fault, .tracker, .phone, .quirk, .note: false
    }
  }
}
