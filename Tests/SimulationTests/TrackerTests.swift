import DockKit
import Hardware
import Testing
import Vocabulary

@testable import Simulation

@Suite struct TrackerTests {
  @Test func switchingOnCancelsTheMotionAndTurnsHome() async throws {
    let rig = Rig()
    let progress = try await rig.turn(yaw: 90, over: 2000)
    rig.wait(1500)
    try await rig.manager.setSystemTrackingEnabled(true)
    #expect(progress.isCancelled)
    rig.wait(1500)
    #expect(rig.speeds.yaw.isNear(-30))
    rig.wait(10_000)
    #expect(rig.pose == .zero && rig.speeds == .zero)
    #expect(rig.dock.trace.motion(of: .yaw)?.pieces.last?.cause == .tracker)
  }

  @Test func looksWhereItIsTold() async throws {
    let world = DockWorld(.plain, trackerAim: AxisVector(yaw: 60, pitch: -90))
    let rig = Rig(world)
    rig.wait(10_000)
    #expect(rig.pose == AxisVector(yaw: 60, pitch: -40))
  }

  @Test func switchingOffStopsIt() async throws {
    let rig = Rig(DockWorld(.plain, trackerAim: AxisVector(yaw: 90)))
    rig.wait(1000)
    #expect(rig.speeds.yaw.isNear(30))
    try await rig.manager.setSystemTrackingEnabled(false)
    rig.wait(150)
    #expect(rig.speeds.yaw == 0 && rig.pose.yaw < 35)
  }

  @Test func fightsAScriptThatLeavesItOn() async throws {
    let rig = Rig(at: AxisVector(yaw: 30), tracking: true)
    for _ in 0..<40 {
      try? await rig.spin(yaw: 50)
      rig.wait(50)
    }
    #expect(rig.pose.yaw == 0)
    #expect(rig.findings.allSatisfy { $0.kind == .motorCallWhileTracking })
    #expect(rig.findings.count == 40)
  }

  @Test func settingWhatIsSetChangesNothing() async throws {
    let rig = Rig()
    let progress = try await rig.turn(yaw: 90, over: 2000)
    rig.wait(500)
    try await rig.manager.setSystemTrackingEnabled(false)
    rig.wait(1500)
    #expect(progress.isFinished)
    #expect(rig.dock.trace.events.allSatisfy { $0.kind != .tracking(false) })
  }

  @Test func undockingStopsEverything() async throws {
    let rig = Rig()
    let progress = try await rig.turn(yaw: 90, over: 2000)
    rig.wait(1000)
    rig.dock.setDocked(false)
    rig.wait(1000)
    #expect(progress.isCancelled && rig.speeds == .zero && rig.pose.yaw < 60)
    rig.dock.setDocked(true)
    await #expect(throws: DockKitError.notSupported) { try await rig.spin(yaw: 10) }
    try await rig.manager.setSystemTrackingEnabled(false)
    try await rig.spin(yaw: 10)
  }
}
