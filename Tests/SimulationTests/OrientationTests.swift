import DockKit
import Hardware
import Spatial
import Testing

@testable import Simulation

@Suite struct OrientationTests {
  @Test(arguments: [1000, 1500, 2000, 60_000]) func takesExactlyItsDuration(_ length: Int)
    async throws
  {
    let rig = Rig()
    let progress = try await rig.turn(yaw: 40, pitch: -20, over: length)
    rig.wait(length / 2)
    #expect(progress.fractionCompleted == 0.5)
    #expect(rig.pose.yaw.isNear(20) && rig.pose.pitch.isNear(-10))
    rig.wait(length - length / 2 - 1)
    #expect(!progress.isFinished && !progress.isCancelled)
    #expect(rig.speeds.yaw > 0)
    rig.wait(1)
    #expect(progress.isFinished && progress.fractionCompleted == 1)
    // The dock is asked for 40 * pi / 180 radians, which is not 40 degrees to the last bit.
    #expect(rig.pose.yaw.isNear(40, within: 1e-12) && rig.speeds == .zero)
    #expect(rig.findings.isEmpty)
  }

  @Test func tooShortADurationIsTheShortestFeasible() async throws {
    let rig = Rig()
    // 100 deg/s is reached after 0.52 s and 26 deg; 100 deg need 0.48 s more at it.
    let progress = try await rig.turn(yaw: 100, over: 100)
    rig.wait(1519)
    #expect(!progress.isFinished)
    rig.wait(1)
    #expect(progress.isFinished && rig.pose.yaw.isNear(100))
    #expect(rig.dock.trace.peakSpeed(of: .yaw, in: 0...1520)?.isNear(100) == true)
    #expect(rig.findings.isEmpty)
  }

  @Test func shortMovesDoNotReachFullSpeed() async throws {
    let rig = Rig()
    // The acceleration rises in 0.02 s and stays for 0.17025 s.
    let progress = try await rig.turn(yaw: 8)
    rig.wait(421)
    #expect(progress.isFinished && rig.pose.yaw.isNear(8))
    #expect(rig.dock.trace.peakSpeed(of: .yaw, in: 0...421)?.isNear(38.05, within: 1e-3) == true)
  }

  @Test func axesArriveTogether() async throws {
    let rig = Rig()
    try await rig.turn(yaw: 100, pitch: 8)
    rig.wait(1400)
    #expect(rig.speeds.yaw > 1 && rig.speeds.pitch > 0.1)
    rig.wait(120)
    #expect(rig.speeds == .zero && rig.pose.pitch.isNear(8) && rig.pose.yaw.isNear(100))
  }

  @Test func relativeIsFromThePresentPose() async throws {
    let rig = Rig(at: AxisVector(yaw: 350, pitch: 10))
    try await rig.turn(yaw: 20, pitch: -5, over: 1000, relative: true)
    rig.wait(1000)
    #expect(rig.pose.yaw.isNear(370) && rig.pose.pitch.isNear(5))
  }

  @Test func absoluteYawCountsTurns() async throws {
    let rig = Rig(at: AxisVector(yaw: 350))
    try await rig.turn(yaw: 10)
    rig.wait(10_000)
    #expect(rig.pose.yaw.isNear(10))
  }

  @Test func aMovingDockBrakesFirst() async throws {
    let rig = Rig()
    try await rig.spin(yaw: 100)
    rig.wait(1000)
    // At 75 deg and 100 deg/s: braking leads to 100 deg in 0.5 s.
    let progress = try await rig.turn(yaw: 0, over: 4500)
    rig.wait(500)
    #expect(rig.pose.yaw.isNear(100) && rig.speeds.yaw.isNear(0))
    rig.wait(4000)
    #expect(progress.isFinished && rig.pose.yaw == 0)
    #expect(rig.findings.isEmpty)
  }

  @Test func theGoalIsClampedToTheRange() async throws {
    let rig = Rig()
    try await rig.turn(pitch: 90)
    rig.wait(5000)
    #expect(rig.pose.pitch == 30)
  }

  @Test func changesWithinTheDeadBandAreNotCarriedOut() async throws {
    let rig = Rig(.made(deadBand: 1.5))
    let still = try await rig.turn(yaw: 1.49, over: 1000)
    #expect(still.isFinished)
    rig.wait(1000)
    #expect(rig.pose.yaw == 0)
    try await rig.turn(yaw: 1.5, pitch: 1.2, over: 1000)
    rig.wait(1000)
    #expect(rig.pose.yaw.isNear(1.5) && rig.pose.pitch == 0)
  }

  @Test func aNewCallCancelsTheOldMotion() async throws {
    let rig = Rig()
    let first = try await rig.turn(yaw: 90, over: 2000)
    rig.wait(500)
    let second = try await rig.turn(pitch: 20, over: 2000)
    #expect(first.isCancelled && !first.isFinished && first.fractionCompleted == 0.25)
    rig.wait(1000)
    try await rig.spin(yaw: 10)
    #expect(second.isCancelled)
    rig.wait(60_000)
    #expect(!first.isFinished && first.fractionCompleted == 0.25)
  }

  @Test func cancelBrakes() async throws {
    let rig = Rig()
    let progress = try await rig.turn(yaw: 90, over: 2000)
    rig.wait(1000)
    progress.cancel()
    rig.wait(1000)
    #expect(progress.isCancelled && rig.speeds.yaw == 0)
    let pose = rig.pose
    progress.cancel()
    rig.wait(1000)
    #expect(rig.pose == pose && rig.findings.isEmpty)
  }

  @Test func rotationMeansPitchYawRoll() async throws {
    let rig = Rig(.made(roll: .init(lower: -90, upper: 90, speed: 100)))
    let angles = EulerAngles(x: .degrees(10), y: .degrees(-20), z: .degrees(30), order: .xyz)
    _ = try await rig.accessory.setOrientation(Rotation3D(eulerAngles: angles))
    rig.wait(5000)
    #expect(
      rig.pose.pitch.isNear(10) && rig.pose.yaw.isNear(-20) && rig.pose.roll.isNear(30))
  }

  @Test(arguments: 0..<60) func anyMotionIsTheIntegralOfItsSpeed(_ seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed) &* 77)
    let rig = Rig(.made(callsPerSecond: 100), at: AxisVector(pitch: 5))
    for _ in 0..<6 {
      try await rig.turn(
        yaw: Double.random(in: -300...300, using: &random),
        pitch: Double.random(in: -60...60, using: &random),
        over: Int.random(in: 0...3000, using: &random), relative: Bool.random(using: &random))
      rig.wait(Int.random(in: 1...4000, using: &random))
    }
    rig.wait(10_000)
    let trace = rig.dock.trace
    for motion in trace.axes {
      var position = motion.position(at: 0)
      var worst = 0.0
      for millisecond in 0..<trace.end / 1_000_000 {
        let time = Double(millisecond) / 1000
        position += motion.speed(at: time + 0.0005) * 0.001
        worst = max(worst, abs(position - motion.position(at: time + 0.001)))
      }
      #expect(worst < 0.01, "seed \(seed)")
    }
    #expect(rig.findings.isEmpty, "seed \(seed)")
  }
}
