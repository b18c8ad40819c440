import DockKit
import Testing
import Vocabulary

@testable import Hardware
@testable import Simulation

@Suite struct AnimationTests {
  @Test(
    arguments: [DockAccessory.Animation.wakeup, .yes, .no, .kapow],
    [DockModel.stand, .flow2pro, .plain])
  func returnsToItsStartInItsTime(_ animation: DockAccessory.Animation, _ model: DockModel)
    async throws
  {
    let length = model.animationLengths[Gesture.of(animation).number]
    for pitch in [-40.0, -36, -12, 0, 7.25, 24, 27.5, 45] {
      let rig = Rig(model, at: AxisVector(yaw: 12, pitch: pitch))
      let start = rig.pose
      let progress = try await rig.accessory.animate(motion: animation)
      rig.wait(length - 1)
      #expect(!progress.isFinished)
      rig.wait(1)
      #expect(progress.isFinished && rig.speeds == .zero)
      #expect(rig.pose == start)
      #expect(rig.findings.isEmpty)
    }
  }

  @Test(arguments: [(DockAccessory.Animation.yes, 10.0), (.wakeup, 16), (.kapow, 8)])
  func tilts(_ animation: DockAccessory.Animation, _ reach: Double) async throws {
    let rig = Rig(.stand)
    _ = try await rig.accessory.animate(motion: animation)
    rig.wait(2000)
    #expect(rig.dock.trace.extremes(of: .pitch, in: 0...2000)?.upperBound.isNear(reach) == true)
    #expect(rig.dock.trace.extremes(of: .yaw, in: 0...2000) == 0...0)
  }

  @Test func noPansBothWays() async throws {
    let rig = Rig(.stand)
    _ = try await rig.accessory.animate(motion: .no)
    rig.wait(1200)
    let range = try #require(rig.dock.trace.extremes(of: .yaw, in: 0...1200))
    #expect(range.lowerBound.isNear(-12) && range.upperBound.isNear(12))
  }

  @Test func nearTheEndOfTheRangeItIsSmaller() async throws {
    let rig = Rig(.stand, at: AxisVector(pitch: 42))
    _ = try await rig.accessory.animate(motion: .yes)
    rig.wait(1200)
    #expect(rig.dock.trace.extremes(of: .pitch, in: 0...1200)?.upperBound.isNear(45) == true)
  }

  @Test func aSlowLimitMakesItSmaller() async throws {
    let rig = Rig(.stand)
    try rig.limit(pitch: (-45...45, 10))
    _ = try await rig.accessory.animate(motion: .yes)
    rig.wait(1200)
    #expect(rig.pose.pitch == 0 && rig.findings.isEmpty)
    #expect(rig.dock.trace.peakSpeed(of: .pitch, in: 0...1200)?.isNear(10) == true)
  }

  @Test func aMovingDockStopsFirst() async throws {
    let rig = Rig()
    try await rig.spin(yaw: 100, pitch: 10)
    rig.wait(1000)
    let progress = try await rig.accessory.animate(motion: .yes)
    rig.wait(500)
    #expect(rig.speeds.yaw.isNear(0))
    rig.wait(1500)
    // Pitch was at 9.75 deg and 10 deg/s: it stops at 10 deg.
    #expect(progress.isFinished && rig.pose.pitch.isNear(10) && rig.findings.isEmpty)
  }

  @Test func needsItsAxisAndItsLength() async throws {
    let panOnly = DockModel(
      name: "pan", yaw: .init(lower: nil, upper: nil, speed: 90), pitch: nil, roll: nil,
      acceleration: 720, jerk: 14_400, minimumSpeed: 0.1, velocityLifetime: nil,
      motionStateRate: 30, positionTick: 0, deadBand: 0, callsPerSecond: 2, streamPeriod: 50,
      animationLengths: [2000, 1200, 1200])
    let rig = Rig(panOnly)
    await #expect(throws: DockKitError.notSupportedByDevice) {
      _ = try await rig.accessory.animate(motion: .yes)
    }
    _ = try await rig.accessory.animate(motion: .no)
    await #expect(throws: DockKitError.notSupportedByDevice) {
      _ = try await rig.accessory.animate(motion: .kapow)
    }
  }
}
