import DockKit
import Hardware

extension Audit {
  /// Who has the motors, call by call, and whether tracking ends as it began.
  mutating func checkAuthority() {
    var isTracking = trace.beganTracking
    let restore = trace.events.lastIndex { $0.kind == .tracking(true) }
    for (index, event) in trace.events.enumerated() {
      switch event.kind {
      case .tracking(let isOn): isTracking = isOn
      case .call(let call, _) where call.needsMotors && isTracking:
        let isOver = restore.map { index > $0 } ?? false
        report(
          isOver ? .motorCallAfterRestore : .motorCallWhileTracking,
          at: Double(event.time) / 1e9)
      case .call, .docked: break
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
    where most == 0 || times[index] - times[index - most] < 1_000_000_000 {
      report(.callRate, at: Double(times[index]) / 1e9, nil, Double(most + 1), Double(most))
    }
  }

  /// Nothing moves when the motors are given back, nor at the end if they never are.
  mutating func checkRest() {
    for event in trace.events where event.kind == .tracking(true) {
      checkRest(at: Double(event.time) / 1e9)
    }
    if !trace.endsTracking { checkRest(at: end) }
  }

  private mutating func checkRest(at time: Double) {
    for motion in trace.axes {
      let speed = abs(motion.speed(at: time))
      if speed > Audit.tolerance { report(.moving, at: time, motion.axis, speed) }
    }
  }
}

extension Trace.Event {
  fileprivate var countsAgainstRate: Bool {
    switch kind {
    case .call(.setOrientation, nil), .call(.animate, nil),
      .call(.setOrientation, .frameRateTooHigh), .call(.animate, .frameRateTooHigh):
      true
    case .call, .tracking, .docked: false
    }
  }
}
