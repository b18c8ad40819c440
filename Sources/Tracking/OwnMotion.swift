import Camera
import Motion

/// Where the dock was and will be: its reported poses, and between them what the motors do with the
/// velocities that they are asked for.
///
/// Dead reckoning. A motor takes up a velocity `latency` seconds after it is asked for, as quickly
/// as its limits allow. Without this the dock would take its own lag for a motion of its subject,
/// and follow that.
struct OwnMotion: Equatable, Sendable {
  /// How long a velocity is taken to hold without another, in seconds: users of DockKit found that
  /// data of a tracker older than this is not followed.
  static let staleness = 0.3
  /// How far back poses are known, in seconds: pictures are not older.
  static let memory = 1.0
  /// The greatest number of velocities remembered: those of the memory at 60 a second.
  static let mostVelocities = 64

  let motors: MotorModel
  /// What the motors do, and since when, in order; with some before it that are forgotten.
  private var stretches: [Stretch] = []
  /// How many of the stretches are forgotten: they are large, and so removed many at a time.
  private var forgotten = 0
  /// The pose before the first stretch.
  private let start: DockPose
  /// What has to be added to the poses of the stretches, by the last report.
  private var offset = DockPose.home

  /// What the motors do from a time on.
  private struct Stretch: Equatable, Sendable {
    var since: Double
    var yaw: JerkProfile
    var pitch: JerkProfile
  }

  /// Creates the motion of a dock that rests at `pose`.
  init(at pose: DockPose, motors: MotorModel) {
    start = pose
    self.motors = motors
  }

  /// Takes note that the dock was at `pose` at `time`.
  mutating func report(_ pose: DockPose, at time: Double) {
    let reckoned = self.pose(at: time)
    offset.yaw += pose.yaw - reckoned.yaw
    offset.pitch += pose.pitch - reckoned.pitch
  }

  /// Takes note that velocities in degrees a second are asked for at `time`.
  mutating func ask(forYaw yaw: Double, pitch: Double, at time: Double) {
    let since = time + motors.latency
    let before = state(at: since)
    // What rests goes on resting.
    if yaw == 0, pitch == 0, before.yaw.isAtRest, before.pitch.isAtRest { return }
    guard
      let yaw = OwnMotion.change(from: before.yaw, to: yaw, within: motors.yaw),
      let pitch = OwnMotion.change(from: before.pitch, to: pitch, within: motors.pitch)
    else { return }
    stretches.append(Stretch(since: since, yaw: yaw, pitch: pitch))
    // The first stretch also stands for the time before it.
    while stretches.count - forgotten > 2,
      stretches[forgotten + 1].since < time - OwnMotion.memory
    {
      forgotten += 1
    }
    forgotten = max(forgotten, stretches.count - OwnMotion.mostVelocities)
    if 2 * forgotten >= stretches.count {
      stretches.removeFirst(forgotten)
      forgotten = 0
    }
  }

  /// Where the dock is at `time`, in the past or in the near future.
  func pose(at time: Double) -> DockPose {
    let state = state(at: time)
    return DockPose(
      yaw: state.yaw.position + offset.yaw, pitch: state.pitch.position + offset.pitch)
  }

  /// What the motors do at `time`, without the offset.
  private func state(at time: Double) -> (yaw: MotionState, pitch: MotionState) {
    if stretches.isEmpty {
      return (MotionState(position: start.yaw), MotionState(position: start.pitch))
    }
    var index = stretches.count - 1
    while index > forgotten, stretches[index].since > time { index -= 1 }
    let past = time - stretches[index].since
    return (stretches[index].yaw.state(at: past), stretches[index].pitch.state(at: past))
  }

  /// The quickest change of a motor in the state `before` to `velocity`.
  private static func change(
    from before: MotionState, to velocity: Double, within limits: AxisLimits
  ) -> JerkProfile? {
    let speed = min(max(velocity, -limits.speed), limits.speed)
    return try? VelocityTransition(from: before, to: speed, within: limits).profile
  }
}
