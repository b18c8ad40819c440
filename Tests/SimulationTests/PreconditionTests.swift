import DockKit
import FoundationEssentials
import Hardware
import Spatial
import Testing

@testable import Simulation

@Suite struct PreconditionTests {
  @Test func motorCallsNeedTrackingOff() async throws {
    let rig = Rig(tracking: true)
    await #expect(throws: DockKitError.notSupported) { try await rig.spin(yaw: 10) }
    await #expect(throws: DockKitError.notSupported) { try await rig.turn(yaw: 10) }
    await #expect(throws: DockKitError.notSupported) {
      _ = try await rig.accessory.animate(motion: .yes)
    }
    #expect(throws: DockKitError.notSupported) { try rig.limit(yaw: (-10...10, 10)) }
    rig.wait(1000)
    #expect(rig.pose == .zero)
    try await rig.manager.setSystemTrackingEnabled(false)
    try await rig.spin(yaw: 10)
  }

  @Test func callsNeedADock() async throws {
    let rig = Rig()
    let accessory = rig.accessory
    rig.dock.setDocked(false)
    await #expect(throws: DockKitError.notConnected) { try await rig.spin(yaw: 10) }
    await #expect(throws: DockKitError.notConnected) { try await rig.turn(yaw: 10) }
    await #expect(throws: DockKitError.notConnected) {
      _ = try await accessory.animate(motion: .no)
    }
    #expect(throws: DockKitError.notConnected) { try rig.limit(yaw: (-10...10, 10)) }
    #expect(throws: DockKitError.notConnected) { _ = try accessory.limits }
    #expect(throws: DockKitError.notConnected) { _ = try accessory.motionStates }
    await #expect(throws: DockKitError.notConnected) { try await accessory.setFramingMode(.left) }
    await #expect(throws: DockKitError.notConnected) {
      try await accessory.setRegionOfInterest(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    await #expect(throws: DockKitError.notConnected) { try await accessory.selectSubjects([]) }
    try await rig.manager.setSystemTrackingEnabled(true)
    #expect(rig.manager.isSystemTrackingEnabled)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e7])
  func numbersMustBeSane(_ value: Double) async throws {
    let rig = Rig()
    for vector in [Vector3D(x: value), Vector3D(y: value), Vector3D(z: value)] {
      await #expect(throws: DockKitError.invalidParameter) {
        try await rig.accessory.setAngularVelocity(vector)
      }
      await #expect(throws: DockKitError.invalidParameter) {
        _ = try await rig.accessory.setOrientation(vector)
      }
    }
    await #expect(throws: DockKitError.invalidParameter) {
      _ = try await rig.accessory.setOrientation(.zero, duration: .milliseconds(-1))
    }
  }

  @Test func absentAxesCannotMove() async throws {
    let rig = Rig()
    await #expect(throws: DockKitError.notSupportedByDevice) { try await rig.spin(roll: 10) }
    await #expect(throws: DockKitError.notSupportedByDevice) { try await rig.turn(roll: 10) }
    #expect(throws: DockKitError.notSupportedByDevice) { try rig.limit(roll: (-10...10, 10)) }
    #expect(try rig.accessory.limits.roll == nil)
  }

  @Test func threeAxesAllMove() async throws {
    let rig = Rig(.made(roll: .init(lower: -90, upper: 90, speed: 100)))
    try await rig.turn(yaw: 10, pitch: 20, roll: 30, over: 1000)
    rig.wait(1000)
    #expect(rig.pose.roll.isNear(30) && rig.pose.pitch.isNear(20) && rig.pose.yaw.isNear(10))
  }

  @Test func twoCallsInAnySecond() async throws {
    let rig = Rig()
    try await rig.turn(yaw: 10)
    rig.wait(900)
    _ = try await rig.accessory.animate(motion: .yes)
    rig.wait(99)
    await #expect(throws: DockKitError.frameRateTooHigh) { try await rig.turn(yaw: 20) }
    await #expect(throws: DockKitError.frameRateTooHigh) {
      _ = try await rig.accessory.animate(motion: .no)
    }
    rig.wait(1)
    try await rig.turn(yaw: 20)
    rig.wait(899)
    await #expect(throws: DockKitError.frameRateTooHigh) { try await rig.turn(yaw: 30) }
    rig.wait(1)
    try await rig.turn(yaw: 30)
  }

  @Test func velocitiesAreNotCounted() async throws {
    let rig = Rig()
    for _ in 0..<100 {
      try await rig.spin(yaw: 10)
      rig.wait(10)
    }
    try await rig.turn(yaw: 10)
  }

  @Test func refusedCallsAreNotCountedAndMoveNothing() async throws {
    let rig = Rig()
    for _ in 0..<10 { _ = try? await rig.turn(roll: 10) }
    let progress = try await rig.turn(yaw: 10, over: 1000)
    _ = try? await rig.turn(roll: 10)
    #expect(!progress.isCancelled)
    rig.wait(1000)
    #expect(progress.isFinished)
  }

  @Test func nobodyWithoutAnIdentifierIsSelected() async throws {
    let accessory = Rig().accessory
    await #expect(throws: DockKitError.noSubjectFound) {
      try await accessory.selectSubjects([
        UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
      ])
    }
  }

  @Test func framing() async throws {
    let accessory = Rig(tracking: true).accessory
    #expect(accessory.framingMode == .automatic)
    #expect(accessory.regionOfInterest == CGRect(x: 0, y: 0, width: 1, height: 1))
    try await accessory.setFramingMode(.right)
    try await accessory.setRegionOfInterest(CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.8))
    #expect(accessory.framingMode == .right && accessory.regionOfInterest.width == 0.3)
    for bad in [
      CGRect.zero, CGRect(x: 0.5, y: 0, width: 0.6, height: 1),
      CGRect(x: -0.1, y: 0, width: 0.5, height: 0.5),
      CGRect(x: .nan, y: 0, width: 0.5, height: 0.5),
    ] {
      await #expect(throws: DockKitError.invalidParameter) {
        try await accessory.setRegionOfInterest(bad)
      }
    }
    await #expect(throws: DockKitError.noSubjectFound) {
      try await accessory.selectSubject(at: CGPoint(x: 0.5, y: 0.5))
    }
    await #expect(throws: DockKitError.invalidParameter) {
      try await accessory.selectSubject(at: CGPoint(x: 1.5, y: 0.5))
    }
    try await accessory.selectSubjects([])
  }
}
