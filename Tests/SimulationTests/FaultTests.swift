import DockKit
import Hardware
import Testing
import Vocabulary

@testable import Simulation

/// The effect of each fault on a dock, which happens once.
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

/// Actions on a dock from outside.
@Suite struct SuspensionTests {
  private func rig(_ faults: [Fault]) -> Rig {
    var world = DockWorld(.plain, isSystemTrackingEnabled: false)
    world.faults = faults
    return Rig(world)
  }

  @Test func aPhoneThatWasTakenIsPutBack() async throws {
    let rig = rig([
      Fault(.docked, at: .time(3_000_000_000)), Fault(.undocked, at: .time(1_000_000_000)),
    ])
    rig.wait(2000)
    #expect(!rig.dock.snapshot.isDocked)
    try await rig.manager.setSystemTrackingEnabled(true)
    rig.wait(500)
    #expect(rig.speeds == .zero)
    rig.wait(1000)
    #expect(rig.dock.snapshot.isDocked && rig.dock.snapshot.isSystemTrackingEnabled)
    #expect(rig.dock.snapshot.isSound)
  }

  @Test func nothingTurnsInTheBackground() async throws {
    let rig = rig([
      Fault(.background, at: .time(1_000_000_000)), Fault(.foreground, at: .time(3_000_000_000)),
    ])
    try await rig.spin(yaw: 20)
    rig.wait(1500)
    #expect(rig.speeds == .zero && !rig.dock.snapshot.isInForeground)
    await #expect(throws: DockKitError.notConnected) { try await rig.spin(yaw: 10) }
    await #expect(throws: DockKitError.notConnected) { try await rig.turn(yaw: 10, over: 100) }
    try await rig.spin()
    #expect(!rig.dock.snapshot.isSystemTrackingEnabled && !rig.dock.snapshot.isSound)
    rig.wait(2000)
    #expect(rig.dock.snapshot.isSystemTrackingEnabled && rig.dock.snapshot.isSound)
    try await rig.manager.setSystemTrackingEnabled(false)
    try await rig.spin(yaw: 10)
    rig.wait(500)
    #expect(rig.speeds.yaw > 9)
  }

  @Test func theTrackerRestsInTheBackground() async throws {
    var world = DockWorld(.plain, isSystemTrackingEnabled: true, trackerAim: AxisVector(yaw: 90))
    world.faults = [
      Fault(.background, at: .time(1_000_000_000)), Fault(.foreground, at: .time(3_000_000_000)),
    ]
    let rig = Rig(world)
    rig.wait(2000)
    #expect(rig.speeds == .zero)
    try await rig.manager.setSystemTrackingEnabled(false)
    try await rig.manager.setSystemTrackingEnabled(true)
    rig.wait(500)
    #expect(rig.speeds == .zero)
    rig.wait(1000)
    #expect(rig.speeds.yaw > 20)
  }

  @Test func manyFaultsWaitInOrder() async throws {
    let count = 100_000
    let rig = rig(
      (0..<count).reversed().map { Fault($0 % 2 == 0 ? .tracking : .late, at: .time($0)) })
    #expect(rig.dock.snapshot.faults.count == count)
    rig.wait(1)
    #expect(rig.dock.snapshot.faults.count == count / 2)
    try await rig.manager.setSystemTrackingEnabled(false)
    #expect(rig.dock.now == 301_000_000)
    #expect(rig.dock.snapshot.faults.first == Fault(.late, at: .time(3)))
  }

  @Test func faultsOfOneMomentStrikeInTheirOrder() async throws {
    let rig = rig([
      Fault(.refused(.notSupported), at: .call(2)), Fault(.dropped, at: .call(1)),
      Fault(.refused(.noSubjectFound), at: .time(0)), Fault(.late, at: .time(0)),
    ])
    try await rig.spin(yaw: 10)
    #expect(rig.dock.snapshot.commandedSpeeds == .zero)
    await #expect(throws: DockKitError.notSupported) { try await rig.spin(yaw: 10) }
    await #expect(throws: DockKitError.noSubjectFound) { try await rig.spin(yaw: 10) }
    try await rig.spin(yaw: 10)
    #expect(rig.dock.now == 300_000_000)
  }
}
