import DockKit
import Hardware
import Testing

@testable import Simulation

/// What each fault does to a dock, and that it does it once.
@Suite struct FaultTests {
  private func rig(_ faults: Fault...) -> Rig {
    var world = DockWorld(.plain, isSystemTrackingEnabled: false)
    world.faults = faults
    return Rig(world)
  }

  @Test func aLateCallTakesItsTime() async throws {
    let rig = rig(Fault(.late, at: .call(2)))
    try await rig.spin(yaw: 10)
    try await rig.spin(yaw: 20)
    #expect(rig.dock.now == 300_000_000)
    try await rig.spin()
    #expect(rig.dock.now == 300_000_000)
  }

  @Test func aDroppedCallIsAnsweredAndDoesNothing() async throws {
    let rig = rig(Fault(.dropped, at: .call(1)))
    try await rig.spin(yaw: 10)
    rig.wait(1000)
    #expect(rig.pose.yaw == 0)
    try await rig.spin(yaw: 10)
    rig.wait(1000)
    #expect(rig.pose.yaw > 5)
  }

  @Test func aRefusedCallThrowsOnce() async throws {
    let rig = rig(Fault(.refused(.cameraTCCMissing), at: .call(1)))
    await #expect(throws: DockKitError.cameraTCCMissing) { try await rig.spin(yaw: 10) }
    try await rig.spin(yaw: 10)
    #expect(rig.dock.trace.events.count == 3)
  }

  @Test func blockedMotorsSaySoForASecond() async throws {
    let rig = rig(Fault(.stall, at: .time(500_000_000)))
    try await rig.spin(yaw: 10)
    rig.wait(700)
    #expect(rig.dock.motionState.error is MotorStall && rig.speeds == .zero)
    try await rig.spin(yaw: 10)
    rig.wait(700)
    #expect(rig.speeds == .zero)
    rig.wait(200)
    #expect(rig.dock.motionState.error == nil)
    try await rig.spin(yaw: 10)
    rig.wait(200)
    #expect(rig.speeds.yaw > 9)
  }

  @Test func somebodySwitchesTrackingOn() async throws {
    let rig = rig(Fault(.tracking, at: .time(500_000_000)))
    try await rig.spin(yaw: 10)
    rig.wait(600)
    #expect(rig.dock.snapshot.isSystemTrackingEnabled)
    await #expect(throws: DockKitError.notSupported) { try await rig.spin() }
    #expect(rig.findings.allSatisfy { $0.kind == .trackingNotRestored })
  }

  @Test func anEndlessMotionIsNeverSaidToBeOver() async throws {
    let rig = rig(Fault(.endless, at: .call(1)))
    let progress = try await rig.turn(yaw: 10, over: 1000)
    rig.wait(60_000)
    #expect(!progress.isFinished && !progress.isCancelled && rig.pose.yaw == 10)
  }

  @Test func aPhoneThatLeavesMayComeBack() async throws {
    for kind in [Fault.Kind.undocked, .flapped] {
      let rig = rig(Fault(kind, at: .call(1)))
      await #expect(throws: DockKitError.notConnected) { try await rig.spin(yaw: 10) }
      rig.wait(1000)
      #expect(rig.dock.snapshot.isDocked == (kind == .flapped))
      #expect(rig.dock.snapshot.isSystemTrackingEnabled == (kind == .flapped))
    }
  }

  @Test func everyKindHasItsName() {
    for kind in Fault.Kind.all { #expect(Fault.Kind.named(kind.name) == kind) }
    #expect(Set(Fault.Kind.all.map(\.name)).count == Fault.Kind.all.count)
  }
}
