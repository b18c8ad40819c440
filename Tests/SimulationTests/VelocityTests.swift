import DockKit
import Hardware
import Testing

@testable import Simulation

@Suite struct VelocityTests {
  @Test func rampsAtFullAccelerationAndHolds() async throws {
    let rig = Rig()
    try await rig.spin(yaw: 50)
    rig.wait(100)
    #expect(rig.speeds.yaw.isNear(20) && rig.pose.yaw.isNear(1))
    rig.wait(150)
    #expect(rig.speeds.yaw.isNear(50) && rig.pose.yaw.isNear(6.25))
    rig.wait(10_000)
    #expect(rig.speeds.yaw.isNear(50) && rig.pose.yaw.isNear(506.25))
    #expect(rig.pose.pitch == 0)
  }

  @Test func zeroBrakesAtFullAcceleration() async throws {
    let rig = Rig()
    try await rig.spin(yaw: -50)
    rig.wait(1000)
    try await rig.spin()
    rig.wait(250)
    #expect(rig.speeds.yaw == 0)
    #expect(rig.pose.yaw.isNear(-(6.25 + 37.5 + 6.25)))
    #expect(rig.findings.isEmpty)
  }

  @Test func newVelocityReplacesTheOldOnEveryAxis() async throws {
    let rig = Rig()
    try await rig.spin(yaw: 50)
    rig.wait(1000)
    try await rig.spin(pitch: 20)
    rig.wait(1000)
    #expect(rig.speeds.yaw == 0 && rig.speeds.pitch.isNear(20))
  }

  @Test func reversalPassesThroughZeroInOnePiece() async throws {
    let rig = Rig()
    try await rig.spin(yaw: 40)
    rig.wait(1000)
    try await rig.spin(yaw: -40)
    rig.wait(200)
    #expect(rig.speeds.yaw.isNear(0, within: 1e-9))
    rig.wait(200)
    #expect(rig.speeds.yaw.isNear(-40))
  }

  @Test func fasterThanTheMotorIsAsFastAsTheMotor() async throws {
    let rig = Rig()
    try await rig.spin(yaw: 1000)
    rig.wait(5000)
    #expect(rig.speeds.yaw == 100)
    try await rig.spin()
    rig.wait(5000)
    #expect(rig.findings.isEmpty)
  }

  @Test func belowTheMinimumSpeedNothingMoves() async throws {
    let rig = Rig(.made(minimumSpeed: 0.1))
    try await rig.spin(yaw: 0.099)
    rig.wait(5000)
    #expect(rig.pose.yaw == 0)
    try await rig.spin(yaw: 0.1)
    rig.wait(5000)
    #expect(rig.pose.yaw.isNear(0.5, within: 1e-3))
  }

  @Test func belowTheMinimumSpeedAMovingMotorStops() async throws {
    let rig = Rig()
    try await rig.spin(yaw: 10)
    rig.wait(500)
    try await rig.spin(yaw: -0.05)
    rig.wait(500)
    #expect(rig.speeds.yaw == 0)
  }

  @Test func velocityExpires() async throws {
    let rig = Rig(.made(lifetime: 2600))
    try await rig.spin(yaw: 50)
    rig.wait(2600)
    #expect(rig.speeds.yaw == 50)
    rig.wait(125)
    #expect(rig.speeds.yaw.isNear(25))
    rig.wait(125)
    #expect(rig.speeds.yaw == 0)
    #expect(rig.dock.trace.motion(of: .yaw)?.pieces.contains { $0.cause == .expiry } == true)
    #expect(rig.findings.isEmpty)
  }

  @Test func velocityThatIsSentAgainDoesNotExpire() async throws {
    let rig = Rig(.made(lifetime: 300))
    for _ in 0..<50 {
      try await rig.spin(yaw: 50)
      rig.wait(200)
      #expect(rig.dock.now <= 250_000_000 || rig.speeds.yaw == 50)
    }
    // One ramp, one even piece: what is sent again changes nothing.
    #expect(rig.dock.trace.motion(of: .yaw)?.pieces.count == 2)
  }

  @Test func velocityExpiresOnTheWayUp() async throws {
    let rig = Rig(.made(lifetime: 100))
    try await rig.spin(yaw: 50)
    rig.wait(100)
    #expect(rig.speeds.yaw.isNear(20))
    rig.wait(100)
    #expect(rig.speeds.yaw.isNear(0) && rig.pose.yaw.isNear(2))
    #expect(rig.findings.isEmpty)
  }

  @Test(arguments: [3.0, 30.0, 100.0]) func stopsAtTheEndOfTheRange(_ speed: Double) async throws {
    let rig = Rig()
    try await rig.spin(pitch: speed)
    rig.wait(60_000)
    #expect(rig.pose.pitch == 30 && rig.speeds.pitch == 0)
    try await rig.spin(pitch: -speed)
    rig.wait(60_000)
    #expect(rig.pose.pitch == -40 && rig.speeds.pitch == 0)
    #expect(rig.findings.isEmpty)
  }

  @Test func pushingAgainstTheEndDoesNothingButSaysSo() async throws {
    let rig = Rig(at: AxisVector(pitch: 30))
    for _ in 0..<5 {
      try await rig.spin(pitch: 20)
      rig.wait(50)
    }
    let pieces = try #require(rig.dock.trace.motion(of: .pitch)?.pieces)
    #expect(pieces.count == 1 && pieces[0].cause == .limit && pieces[0].isRest)
  }

  @Test func startIsClampedToTheRange() {
    #expect(Rig(at: AxisVector(yaw: .nan, pitch: 3)).pose == .zero)
    #expect(Rig(at: AxisVector(yaw: 400, pitch: 77)).pose == AxisVector(yaw: 400, pitch: 30))
  }

  /// The closed form against a motor stepped every 50 microseconds that knows only: change speed
  /// towards the wanted one at full acceleration, and brake once the room left is what braking
  /// needs.
  @Test(arguments: 0..<40) func agreesWithNumericIntegration(_ seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    let lifetime = Bool.random(using: &random) ? Int.random(in: 50...900, using: &random) : nil
    let rig = Rig(
      .made(lifetime: lifetime), at: AxisVector(pitch: Double.random(in: -40...30, using: &random)))
    var stepped = SteppedMotor(position: rig.pose.pitch, lower: -40, upper: 30)
    for _ in 0..<12 {
      let velocity = Double.random(in: -130...130, using: &random)
      let length = Int.random(in: 1...1500, using: &random)
      try await rig.spin(pitch: velocity)
      for step in 0..<length * 20 {
        let isAlive = lifetime.map { step < $0 * 20 } ?? true
        stepped.step(towards: isAlive ? min(max(velocity, -100), 100) : 0, for: 50e-6)
      }
      rig.wait(length)
      #expect(rig.pose.pitch.isNear(stepped.position, within: 0.05), "seed \(seed)")
      #expect(rig.speeds.pitch.isNear(stepped.speed, within: 0.5), "seed \(seed)")
      // The stepped motor is a little off by now; only the next command is judged.
      stepped.position = rig.pose.pitch
      stepped.speed = rig.speeds.pitch
    }
  }
}

/// A motor stepped in time, as plain as can be.
struct SteppedMotor {
  var position: Double
  var speed = 0.0
  let lower: Double
  let upper: Double

  mutating func step(towards wanted: Double, for time: Double) {
    let most = 200 * time
    let braking = speed * speed / 400
    let room = speed > 0 ? upper - position : position - lower
    let isAtEnd = speed == 0 && (wanted > 0 ? upper - position : position - lower) < 1e-4
    let goal =
      isAtEnd || speed != 0 && speed * wanted > 0 && braking >= room - abs(speed) * time
      ? 0 : wanted
    let next = speed + min(max(goal - speed, -most), most)
    position = min(max(position + (speed + next) / 2 * time, lower), upper)
    speed = next
  }
}
