import Drawing
import Hardware
import Vocabulary

/// Where eyes look: from 0 to 1, from left to right and from top to bottom.
package struct EyeAim: Equatable, Sendable {
  /// From left to right.
  package var x: Double
  /// From top to bottom.
  package var y: Double

  /// Creates an aim; it may be out of reach.
  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

  /// Straight ahead.
  package static let center = EyeAim(0.5, 0.5)
  /// What eyes reach, from left to right.
  package static let reachX = 0.1...0.9
  /// What eyes reach, from top to bottom.
  package static let reachY = 0.2...0.8

  /// The aim at a subject whose middle is at (`x`, `y`) in the picture of the camera, counted from
  /// its lower left corner in widths and heights of the picture.
  package init(atSubject x: Double, _ y: Double, isLandscape: Bool) {
    self = (isLandscape ? EyeAim(x, 1 - y) : EyeAim(y, 1 - x)).reached
  }

  /// The aim of eyes that look in a direction.
  package init(_ gaze: PhoneCall.Gaze) {
    switch gaze {
    case .center: self = .center
    case .left: self = EyeAim(EyeAim.reachX.lowerBound, 0.5)
    case .right: self = EyeAim(EyeAim.reachX.upperBound, 0.5)
    case .up: self = EyeAim(0.5, EyeAim.reachY.lowerBound)
    case .down: self = EyeAim(0.5, EyeAim.reachY.upperBound)
    }
  }

  /// The nearest aim that eyes reach.
  package var reached: EyeAim {
    EyeAim(
      min(EyeAim.reachX.upperBound, max(EyeAim.reachX.lowerBound, x)),
      min(EyeAim.reachY.upperBound, max(EyeAim.reachY.lowerBound, y)))
  }

  /// How far eyes in `mood` are off their places, in units of `FaceMeasure`.
  package func offset(in mood: Mood) -> Point {
    Point(
      (x - 0.5) * FaceMeasure.eyeWidth * 2 * mood.sensitivity,
      (y - 0.5) * FaceMeasure.eyeHeight * 0.4 * mood.sensitivity)
  }

  /// The aim at `share` of the way to `other`.
  func toward(_ other: EyeAim, _ share: Double) -> EyeAim {
    EyeAim(x + (other.x - x) * share, y + (other.y - y) * share)
  }
}

/// Eyes that follow a subject smoothly, a little ahead of it.
///
/// A spring pulls them to where the subject will be; the motion between two sightings is exact.
package struct EyeFollower: Equatable, Sendable {
  /// Changes of the aim that are smaller than this are left out.
  package static let leastChange = 0.01
  /// How far ahead of a change the eyes aim, in changes.
  package static let lead = 0.3
  /// The spring that pulls them.
  package static let spring = Spring(response: 0.6, damping: 0.8)
  /// How long the eyes take back to the middle after the subject is lost, in seconds.
  package static let returning = 0.3

  /// The words on the badge of the screen.
  package enum Badge: String, Sendable { case tracking = "TRACKING", standby = "STANDBY" }

  /// What the badge says.
  package private(set) var badge = Badge.standby
  /// The last aim that was seen; nil after the subject is lost.
  private var seen: EyeAim?
  private var target = EyeAim.center
  /// Where the eyes are at `time`, and how fast they move, by the second.
  private var place = EyeAim.center
  private var speed = EyeAim(0, 0)
  private var time = 0.0
  /// Where the eyes were when the subject was lost; nil while they follow.
  private var leaving: EyeAim? = .center

  /// Creates eyes that look straight ahead.
  package init() {}

  /// Takes note of where the subject is at `time` seconds, which does not go back; nil if it is not
  /// seen.
  package mutating func see(_ aim: EyeAim?, at time: Double) {
    let now = self.aim(at: time)
    if leaving == nil { speed = motion(at: time).speed }
    guard let aim else {
      guard seen != nil else { return }
      (badge, seen, leaving) = (.standby, nil, now)
      (place, speed, self.time) = (now, EyeAim(0, 0), time)
      return
    }
    if leaving != nil { speed = EyeAim(0, 0) }
    (place, self.time, leaving, badge) = (now, time, nil, .tracking)
    let old = seen ?? aim
    let isSmall =
      abs(aim.x - old.x) < EyeFollower.leastChange && abs(aim.y - old.y) < EyeFollower.leastChange
    if seen != nil, isSmall { return }
    seen = aim
    target =
      EyeAim(
        aim.x + EyeFollower.lead * (aim.x - old.x), aim.y + EyeFollower.lead * (aim.y - old.y)
      ).reached
  }

  /// Where the eyes look at `time` seconds, which is not before the last sighting.
  package func aim(at time: Double) -> EyeAim {
    if let leaving {
      let share = max(0, min(1, (time - self.time) / EyeFollower.returning))
      return leaving.toward(.center, 1 - (1 - share) * (1 - share))
    }
    return motion(at: time).place.reached
  }

  /// The free motion of the spring from `self.time` to `time`.
  private func motion(at time: Double) -> (place: EyeAim, speed: EyeAim) {
    let elapsed = max(0, time - self.time)
    let spring = EyeFollower.spring
    let x = spring.motion(from: place.x - target.x, speed: speed.x, after: elapsed)
    let y = spring.motion(from: place.y - target.y, speed: speed.y, after: elapsed)
    return (EyeAim(target.x + x.way, target.y + y.way), EyeAim(x.speed, y.speed))
  }
}
