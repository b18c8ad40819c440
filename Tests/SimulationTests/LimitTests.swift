import DockKit
import Hardware
import Testing

@testable import Simulation

@Suite struct LimitTests {
  typealias Limit = DockAccessory.Limits.Limit

  @Test func validity() throws {
    #expect(throws: DockKitError.invalidParameter) {
      try Limit(positionRange: 1..<1, maximumSpeed: 1)
    }
    for speed in [-0.1, .nan, .infinity] {
      #expect(throws: DockKitError.invalidParameter) {
        try Limit(positionRange: 0..<1, maximumSpeed: speed)
      }
    }
    #expect(try Limit(positionRange: 0..<1, maximumSpeed: 0).maximumSpeed == 0)
  }

  @Test func someAxisMustBeGivenAndSomethingMustBeLeft() async throws {
    let rig = Rig()
    #expect(throws: DockKitError.invalidParameter) { try rig.limit() }
    #expect(throws: DockKitError.invalidParameter) { try rig.limit(pitch: (31...50, 10)) }
  }

  @Test func theDocksOwnCanBeReadAndSet() throws {
    let rig = Rig(.stand)
    let limits = try rig.accessory.limits
    #expect(limits.yaw?.positionRange == -.infinity ..< .infinity)
    #expect(limits.pitch?.positionRange.upperBound.isNear(.pi / 4) == true)
    #expect(limits.pitch?.maximumSpeed.isNear(.pi / 2) == true)
    try rig.accessory.setLimits(limits)
    #expect(try rig.accessory.limits == limits)
  }

  @Test func theyHoldForEveryMotorCall() async throws {
    let rig = Rig()
    try rig.limit(yaw: (-20...20, 40), pitch: (-10...100, 30))
    #expect(try rig.accessory.limits.pitch?.positionRange.upperBound.isNear(30.0.radians) == true)
    try await rig.spin(yaw: 100, pitch: -100)
    rig.wait(5000)
    #expect(rig.pose == AxisVector(yaw: 20, pitch: -10))
    try await rig.turn(yaw: -90, pitch: 90)
    rig.wait(5000)
    #expect(rig.pose.yaw == -20 && rig.pose.pitch == 30)
    #expect(rig.dock.trace.peakSpeed(of: .yaw, in: 0...10_000)?.isNear(40) == true)
    #expect(rig.findings.isEmpty)
  }

  @Test func theyEndWhenTrackingGoesOn() async throws {
    let rig = Rig()
    try rig.limit(yaw: (-20...20, 40))
    try await rig.manager.setSystemTrackingEnabled(true)
    try await rig.manager.setSystemTrackingEnabled(false)
    #expect(try rig.accessory.limits.yaw?.maximumSpeed.isNear(100.0.radians) == true)
    try await rig.turn(yaw: 90)
    rig.wait(5000)
    #expect(rig.pose.yaw.isNear(90))
  }

  @Test func noSpeedAtAllMeansNoMotion() async throws {
    let rig = Rig()
    try rig.limit(yaw: (-20...20, 0))
    let progress = try await rig.turn(yaw: 10, pitch: 10, over: 1000)
    rig.wait(1000)
    #expect(progress.isFinished && rig.pose.yaw == 0 && rig.pose.pitch.isNear(10))
    try await rig.spin(yaw: 10)
    _ = try await rig.accessory.animate(motion: .no)
    rig.wait(5000)
    #expect(rig.pose.yaw == 0)
  }

  @Test func aRunningMotionObeysNewLimits() async throws {
    let rig = Rig()
    try await rig.spin(yaw: 80)
    rig.wait(1000)
    try rig.limit(yaw: (-200...200, 20))
    rig.wait(1000)
    #expect(rig.speeds.yaw.isNear(20))
    rig.wait(60_000)
    #expect(rig.pose.yaw == 200)
    let progress = try await rig.turn(yaw: 100, over: 10_000)
    rig.wait(5000)
    try rig.limit(yaw: (140...200, 20))
    rig.wait(5000)
    #expect(progress.isFinished && rig.pose.yaw == 140)
    #expect(rig.findings.isEmpty)
  }

  /// While a motion brakes to its goal, braking leads there anyway: a new plan has nothing left to
  /// do.
  @Test func newLimitsInTheLastBrakingChangeNothing() async throws {
    var random = SplitMix64(50)
    for _ in 0..<300 {
      let rig = Rig()
      let goal = Double.random(in: -90...90, using: &random)
      try await rig.turn(yaw: goal, over: 3000)
      rig.wait(3000 - Int.random(in: 1...60, using: &random))
      try rig.limit(yaw: (-100...100, 99))
      rig.wait(1000)
      #expect(rig.pose.yaw.isNear(goal) && rig.findings.isEmpty, "goal \(goal), seed 50")
    }
  }

  @Test func outsideNewLimitsOnlyTheWayBackIsOpen() async throws {
    let rig = Rig(at: AxisVector(yaw: 50))
    try rig.limit(yaw: (-20...20, 40))
    try await rig.spin(yaw: 10)
    rig.wait(1000)
    #expect(rig.pose.yaw == 50)
    try await rig.spin(yaw: -10)
    rig.wait(20_000)
    #expect(rig.pose.yaw == -20)
    #expect(rig.findings.isEmpty)
  }

  @Test func tooFastToStopWithinNewLimitsBrakesAtOnce() async throws {
    let rig = Rig()
    try await rig.spin(yaw: 100)
    rig.wait(1000)
    try rig.limit(yaw: (-20...80, 100))
    rig.wait(1000)
    #expect(rig.pose.yaw.isNear(100) && rig.speeds.yaw == 0)
    #expect(rig.findings.isEmpty)
  }
}
