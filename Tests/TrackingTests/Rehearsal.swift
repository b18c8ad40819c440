import Camera
import Motion
import Tracking

/// What turns detections into a velocity: the tracker, or one that it is compared with.
protocol Follower {
  mutating func report(_ pose: DockPose, at time: Double)
  mutating func follow(_ detections: [Detection], taken: Double, arrived: Double)
    -> (yaw: Double, pitch: Double)
}

/// The motor of one axis: follows the velocity asked for as quickly as its limits allow.
struct TestMotor {
  let limits: AxisLimits
  private var began = 0.0
  private var profile: JerkProfile?
  private let start: Double
  /// The greatest and the least position asked of it so far are where its end stops are.
  init(_ limits: AxisLimits, at position: Double) {
    self.limits = limits
    start = position
  }

  func state(at time: Double) -> MotionState {
    guard let profile else { return MotionState(position: start) }
    return profile.state(at: time - began)
  }

  mutating func turn(at velocity: Double, from time: Double) {
    let speed = min(max(velocity, -limits.speed), limits.speed)
    let change = try? VelocityTransition(from: state(at: time), to: speed, within: limits)
    if let change { (profile, began) = (change.profile, time) }
  }
}

/// The conditions under which a scene is rehearsed.
struct Conditions {
  /// Pictures a second.
  var rate = 30.0
  /// From the light to the detections, and from the call to the motor, in seconds.
  var pictureLatency = 0.07
  var motorLatency = 0.03
  /// What the tracker is told of the latency of the motor, in seconds.
  var toldMotorLatency = 0.03
  /// The deviation of the middle of a box, in degrees.
  var noise = 0.15
  /// The shares of boxes that are missed, and of pictures with a box where nobody is.
  var missed = 0.05
  var falseAlarms = 0.01
  /// The deviation of the interval of pictures, as a share of it.
  var jitter = 0.0
  /// Pose reports: one in so many pictures, rounded to a tick in degrees.
  var reportEvery = 1
  var tick = 0.0
  /// What the dock can do; that of the profile `stand`.
  var yaw = AxisLimits(
    lower: -.infinity, upper: .infinity, speed: 90, acceleration: 720, jerk: 14_400)
  var pitch = AxisLimits(lower: -45, upper: 45, speed: 90, acceleration: 720, jerk: 14_400)
  var view = CameraView()

  var motors: MotorModel { MotorModel(yaw: yaw, pitch: pitch, latency: toldMotorLatency) }
}

/// One picture of a rehearsal and what came of it.
struct Shot {
  var time: Double
  var pose: DockPose
  /// The faces that could be seen, and who.
  var truth: [(person: Int, rect: UnitRect)]
  var detections: [Detection]
  /// Who each detection is; -1 for a false one.
  var persons: [Int]
  /// Where the first person is, in degrees from where the camera looks; nil if gone.
  var error: SIMD2<Double>?
  var asked: SIMD2<Double> = .zero
}

/// Plays `scene` before `follower`; `body` gets each picture after the follower has seen it.
func rehearse<F: Follower>(
  _ scene: TrackingScene, _ follower: inout F, under conditions: Conditions = Conditions(),
  _ body: (Shot, inout F) -> Void
) {
  var random = SplitMix64(seed: scene.seed ^ 0xD0C4)
  var motors = (TestMotor(conditions.yaw, at: 0), TestMotor(conditions.pitch, at: 0))
  // Pictures that were taken and have not arrived.
  var pending: [Shot] = []
  let count = Int(scene.length * conditions.rate)
  for index in 0..<count {
    let time = (Double(index) + conditions.jitter * random.normal().clamped(3)) / conditions.rate
    while let shot = pending.first, shot.time + conditions.pictureLatency <= time {
      pending.removeFirst()
      deliver(shot, index, &motors, &follower, conditions, body)
    }
    let pose = DockPose(
      yaw: motors.0.state(at: time).position, pitch: motors.1.state(at: time).position)
    pending.append(shoot(scene, at: time, from: pose, conditions, &random))
  }
}

private func deliver<F: Follower>(
  _ shot: Shot, _ index: Int, _ motors: inout (TestMotor, TestMotor), _ follower: inout F,
  _ conditions: Conditions, _ body: (Shot, inout F) -> Void
) {
  var shot = shot
  if index % conditions.reportEvery == 0 {
    var pose = shot.pose
    if conditions.tick > 0 {
      pose.yaw = (pose.yaw / conditions.tick).rounded() * conditions.tick
      pose.pitch = (pose.pitch / conditions.tick).rounded() * conditions.tick
    }
    follower.report(pose, at: shot.time)
  }
  let now = shot.time + conditions.pictureLatency
  let velocity = follower.follow(shot.detections, taken: shot.time, arrived: now)
  shot.asked = SIMD2(velocity.yaw, velocity.pitch)
  motors.0.turn(at: velocity.yaw, from: now + conditions.motorLatency)
  motors.1.turn(at: velocity.pitch, from: now + conditions.motorLatency)
  body(shot, &follower)
}

/// The picture of `scene` at `time`, and what a detector finds in it.
private func shoot(
  _ scene: TrackingScene, at time: Double, from pose: DockPose, _ conditions: Conditions,
  _ random: inout SplitMix64
) -> Shot {
  let view = conditions.view
  let present = scene.walkers.indices.filter { $0 > 0 || time < scene.leaves }
  let figures = present.map { scene.walkers[$0].face(at: time) }
  var shot = Shot(time: time, pose: pose, truth: [], detections: [], persons: [])
  if present.first == 0 {
    let gaze = view.gaze(at: pose)
    shot.error = SIMD2(
      figures[0].direction.bearing - gaze.bearing, figures[0].direction.elevation - gaze.elevation)
  }
  let gone = scene.walkers.indices.filter { person in
    scene.walkers[person].hidden.contains { $0.contains(time) }
  }
  let rects = figures.map { view.rect(of: $0, at: pose) }
  for (place, person) in present.enumerated() where !gone.contains(person) {
    guard let rect = rects[place], rect.width > 0.005 else { continue }
    // The nearer hides the farther.
    let isCovered = rects.indices.contains { other in
      guard figures[other].distance < figures[place].distance, let cover = rects[other],
        let shared = cover.intersection(rect)
      else { return false }
      return shared.width * shared.height > 0.5 * rect.width * rect.height
    }
    if isCovered { continue }
    shot.truth.append((person, rect))
    let isMissed = random.even(0, 1) < conditions.missed
    let seen = noisy(rect, conditions, &random)
    if isMissed { continue }
    shot.detections.append(Detection(.face, seen))
    shot.persons.append(person)
  }
  if random.even(0, 1) < conditions.falseAlarms {
    let (x, y) = (random.even(0, 0.9), random.even(0, 0.9))
    let width = random.even(0.03, 0.1)
    shot.detections.append(Detection(.face, UnitRect(x: x, y: y, width: width, height: 2 * width)))
    shot.persons.append(-1)
  }
  return shot
}

/// `rect` as a detector finds it: its middle is off by the noise, and its size by 3 %.
private func noisy(
  _ rect: UnitRect, _ conditions: Conditions, _ random: inout SplitMix64
) -> UnitRect {
  let view = conditions.view
  let across = conditions.noise / view.horizontalAngle * random.normal()
  let down = conditions.noise / view.verticalAngle * random.normal()
  let size = 1 + 0.03 * random.normal()
  return UnitRect(
    x: rect.middle.x + across - rect.width * size / 2,
    y: rect.middle.y + down - rect.height * size / 2, width: rect.width * size,
    height: rect.height * size)
}

extension Double {
  /// The number, brought to at most `most` from zero.
  fileprivate func clamped(_ most: Double) -> Double { min(max(self, -most), most) }
}
