import Quantities

/// How a subject that is followed stands in the picture.
package struct FramingState: Equatable, Sendable {
  /// What a picture may bring.
  package enum News: Equatable, Sendable {
    /// The subject has come to its place.
    case settled
    /// The subject is lost.
    case lost
  }

  /// The error up to which a subject is in its place, in degrees.
  private static let tolerance = 2.0
  /// The error beyond which it is not in its place any more, in degrees.
  private static let release = 5.0
  /// How long it is there before it has settled, in nanoseconds.
  private static let calm = Milliseconds(300).nanoseconds

  /// True once the subject has come to its place, until it leaves that or is lost.
  package private(set) var isSettled = false
  /// Since when it is in its place, in nanoseconds; nil if it is not.
  private var since: Int?
  /// True while the subject is seen.
  package private(set) var isFollowing = false
  /// What the last picture has brought, and its time in nanoseconds.
  package private(set) var news: (time: Int, kind: News)?

  /// Creates the state before the first picture.
  package init() {}

  /// Notes that at `time` nanoseconds the view is `error` degrees off; nil if nobody is followed.
  package mutating func note(_ error: Double?, isFollowing: Bool, at time: Int) {
    news = nil
    if self.isFollowing, !isFollowing { news = (time, .lost) }
    self.isFollowing = isFollowing
    let isInPlace = error.map { $0 <= FramingState.tolerance } ?? false
    since = isInPlace ? since ?? time : nil
    if isSettled {
      isSettled = isFollowing && error.map { $0 <= FramingState.release } ?? true
    } else if let since, time - since >= FramingState.calm {
      isSettled = true
      news = (time, .settled)
    }
  }

  /// True if both stand alike, whatever the last picture has brought.
  package static func == (left: FramingState, right: FramingState) -> Bool {
    left.isSettled == right.isSettled && left.since == right.since
      && left.isFollowing == right.isFollowing
  }
}

extension CameraView {
  /// How far the view of a dock at `pose` is from where it would frame what is in `directions`, in
  /// degrees; nil if that is nothing.
  package func error(
    ofFraming directions: [LineOfSight], _ framing: Framing, in region: UnitRect, at pose: DockPose
  ) -> Double? {
    guard let middle = LineOfSight.middle(of: directions) else { return nil }
    let goal = self.pose(bringing: middle, to: framing.point(in: region), near: pose.yaw)
    let (yaw, pitch) = (goal.yaw - pose.yaw, goal.pitch - pose.pitch)
    return (yaw * yaw + pitch * pitch).squareRoot()
  }
}
