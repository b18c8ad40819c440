import DockKit
import Hardware
import Testing

@testable import Simulation

@Suite struct ManagerTests {
  @Test func startsWithTrackingOnAndNoDock() async throws {
    let manager = DockAccessoryManager()
    #expect(manager.isSystemTrackingEnabled)
    try await manager.setSystemTrackingEnabled(false)
    #expect(!manager.isSystemTrackingEnabled)
  }

  @Test func tellsOfDocksAsTheyComeAndGo() async throws {
    let manager = DockAccessoryManager()
    var late = try manager.accessoryStateChanges.makeAsyncIterator()
    let accessory = manager.attach(SimulatedDock(DockWorld(.stand)))
    var early = try manager.accessoryStateChanges.makeAsyncIterator()
    for change in [await late.next(), await early.next()] {
      #expect(change?.state == .docked && change?.accessory == accessory)
      #expect(change?.trackingButtonEnabled == true)
    }
    manager.detach()
    #expect(await early.next()?.state == .undocked)
  }

  @Test func theSettingOutlivesTheDock() async throws {
    let rig = Rig(tracking: true)
    try await rig.manager.setSystemTrackingEnabled(false)
    #expect(!rig.dock.isSystemTrackingEnabled)
    rig.manager.detach()
    #expect(!rig.manager.isSystemTrackingEnabled)
  }

  @Test func accessoriesAreWhatTheirIdentifiersSay() {
    let rig = Rig(.stand)
    #expect(rig.accessory == Rig(.stand).accessory && rig.accessory != Rig(.flow2pro).accessory)
    #expect(rig.accessory.identifier.category == .trackingStand)
    #expect(rig.accessory.debugDescription == "stand 646F636B-0000-4000-8000-000000000001")
    #expect(rig.accessory.hardwareModel == "simulated stand")
  }

  @Test func errorsHaveApplesCodes() {
    let errors: [DockKitError] = [
      .notSupported, .notConnected, .notSupportedByDevice, .invalidParameter, .noSubjectFound,
      .frameRateTooLow, .cameraTCCMissing, .frameRateTooHigh,
    ]
    #expect(errors.map(\._code) == Array(0..<8))
    #expect(Set(errors.compactMap(\.errorDescription)).count == 8)
  }
}
