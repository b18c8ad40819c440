/// The verifier's state of one axis at an instant.
package struct AxisState {
  /// How the axis is at `time`; it goes on at that velocity.
  package var moment: AxisSample
  /// The instant, in milliseconds; the last step of the axis ended then or before.
  package var time = 0
  /// The step that set it turning.
  package var turnedBy: Int?
  /// How far from where it is the schedule may say it is, in degrees: positions are rounded.
  package var slack = 0.0
  /// True once it has moved since the motors were taken.
  package var hasMoved = false
  /// True while it is beyond its limits, which has been reported.
  package var isOutside = false
  /// True while its cable is wound up, which has been reported.
  package var isWound = false
  /// True while its position is unknown, because the tracker has had it.
  ///
  /// Its positions are then as if the tracker had not moved it.
  package var isLost = false
  /// How far it has gone to either side since it was lost.
  package var lowest = 0.0
  package var highest = 0.0

  /// The value of `time` while the tracker turns the axis: later than any schedule ends.
  package static let whileFollowing = Int(Int32.max)

  /// True while the tracker turns it for the schedule.
  var isFollowing: Bool { time > AxisState.whileFollowing / 2 }

  package init(position: Double) { moment = AxisSample(position: position) }

  /// True if it is where it is known to be, and is so still at `start` milliseconds.
  func isReady(at start: Int) -> Bool {
    let isAtRest = moment.velocity == 0 && moment.acceleration == 0
    return !isLost && (time == start || time < start && isAtRest)
  }

  /// Notes that the tracker may move it.
  mutating func lose() {
    (isLost, hasMoved, isOutside) = (true, false, false)
    (lowest, highest) = (moment.position, moment.position)
  }

  /// Notes that it goes from `lower` to `upper`; returns the room it has taken since it was lost.
  mutating func roam(_ lower: Double, _ upper: Double) -> Double {
    (lowest, highest) = (min(lowest, lower), max(highest, upper))
    return highest - lowest
  }

  /// Notes that it is at `position` degrees, wherever it was before.
  mutating func settle(at position: Double) {
    (lowest, highest) = (position, position)
  }
}
