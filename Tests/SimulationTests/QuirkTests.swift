import DockKit
import Hardware
import Spatial
import Synchronization
import Testing
import Vocabulary

@testable import Simulation

/// What the firmware of a dock does of its own accord, the simulated dock does, too.
@Suite struct QuirkTests {
  /// A dock with `quirk`, and the same without it.
  private func rigs(
    _ quirk: Quirk, _ model: DockModel = .plain, tracking: Bool = false
  ) -> (with: Rig, without: Rig) {
    var odd = model
    odd.quirks = [quirk]
    return (Rig(odd, tracking: tracking), Rig(model, tracking: tracking))
  }

  /// True if the trace of `rig` says that `quirk` has acted, and its motion has no fault.
  private func acted(_ quirk: Quirk, _ rig: Rig) -> Bool {
    rig.dock.trace.text.contains("firmware  \(quirk.rawValue)\n") && isSound(rig)
  }

  /// True if the motion of `rig` has no fault; tracking is on when a phone is put back.
  private func isSound(_ rig: Rig) -> Bool {
    rig.findings.allSatisfy { $0.kind == .trackingNotRestored }
  }

  @Test func everyQuirkSaysWhatItDoesAndWhoHasSeenIt() {
    for quirk in Quirk.allCases {
      #expect(quirk.summary.hasSuffix(".") && !quirk.source.isEmpty)
    }
    #expect(Set(Quirk.allCases.map(\.summary)).count == Quirk.allCases.count)
    #expect(DockModel.stand.quirks.isEmpty)
    for model in DockModel.all {
      #expect(model.quirks == Quirk.allCases.filter(model.has), "\(model.name) is not in order")
    }
  }

  @Test(arguments: [Quirk.repeatedDocked, .doubleShutter])
  func repeatsAnEvent(quirk: Quirk) throws {
    let (odd, plain) = rigs(quirk)
    let repetition = try #require(quirk.repetition)
    for cause in repetition.causes {
      #expect(odd.dock.events(sentAfter: cause) == [repetition.event])
      #expect(plain.dock.events(sentAfter: cause) == [])
    }
    #expect(acted(quirk, odd))
    odd.dock.setDocked(false)
    for cause in repetition.causes { #expect(odd.dock.events(sentAfter: cause) == []) }
  }

  @Test func theButtonTakesTheMotorsFromTheApp() async throws {
    let (odd, plain) = rigs(.buttonAuthority)
    for rig in [odd, plain] {
      try await rig.spin(yaw: 30)
      rig.wait(1000)
      _ = rig.dock.events(sentAfter: .trackingButton)
      rig.wait(1000)
    }
    #expect(odd.speeds.yaw == 0 && plain.speeds.yaw.isNear(30))
    let place = odd.pose.yaw
    try await odd.spin(yaw: 30)
    let turn = try await odd.turn(yaw: 10, over: 1000)
    odd.wait(2000)
    #expect(odd.pose.yaw == place && turn.isFinished)
    // The next press lets the motors obey again.
    _ = odd.dock.events(sentAfter: .trackingButton)
    try await odd.spin(yaw: 30)
    odd.wait(1000)
    #expect(odd.speeds.yaw.isNear(30))
    try await odd.spin()
    odd.wait(1000)
    #expect(acted(.buttonAuthority, odd) && plain.speeds.yaw.isNear(30))
  }

  @Test func dockingAgainGivesTheMotorsToTheApp() async throws {
    let rig = rigs(.buttonAuthority).with
    _ = rig.dock.events(sentAfter: .trackingButton)
    rig.dock.setDocked(false)
    rig.wait(100)
    rig.dock.setDocked(true)
    try await rig.manager.setSystemTrackingEnabled(false)
    try await rig.turn(yaw: 10, over: 1000)
    rig.wait(1000)
    #expect(rig.pose.yaw.isNear(10))
  }

  @Test func whoWatchesIsShownAFlagThatChangesLate() throws {
    var model = DockModel.plain
    model.quirks = [.lateTrackingFlag]
    let seen = Mutex<[Bool]>([])
    let dock = SimulatedDock(
      DockWorld(model),
      watching: { world in seen.withLock { $0.append(world.isSystemTrackingEnabled) } })
    try dock.setSystemTrackingEnabled(false)
    dock.advance(to: (Quirk.trackingDelay + 1) * 1_000_000)
    #expect(seen.withLock { $0 } == [true, false])
    dock.advance(to: 1_000_000_000)
    #expect(seen.withLock { $0.count } == 2)
    // What a call changes at once is shown once.
    let plain = SimulatedDock(
      DockWorld(.plain),
      watching: { world in seen.withLock { $0.append(world.isSystemTrackingEnabled) } })
    try plain.setSystemTrackingEnabled(false)
    #expect(seen.withLock { $0 } == [true, false, false])
  }

  @Test func theTrackingFlagChangesLate() async throws {
    let (odd, plain) = rigs(.lateTrackingFlag, tracking: true)
    for rig in [odd, plain] { try await rig.manager.setSystemTrackingEnabled(false) }
    #expect(odd.dock.isSystemTrackingEnabled && !plain.dock.isSystemTrackingEnabled)
    await #expect(throws: DockKitError.notSupported) { try await odd.spin(yaw: 10) }
    // Asking again does not begin the time anew.
    odd.wait(Quirk.trackingDelay - 1)
    try await odd.manager.setSystemTrackingEnabled(false)
    #expect(odd.dock.isSystemTrackingEnabled)
    odd.wait(1)
    #expect(!odd.dock.isSystemTrackingEnabled)
    // What is taken back on its way leaves everything as it is.
    try await odd.manager.setSystemTrackingEnabled(true)
    try await odd.manager.setSystemTrackingEnabled(false)
    odd.wait(1000)
    #expect(!odd.dock.isSystemTrackingEnabled)
    #expect(odd.dock.trace.text.contains("firmware  late_tracking_flag\n"))
  }

  @Test func theDockIsSeenOnlyWhileTheCameraRuns() async throws {
    let (odd, plain) = rigs(.cameraFirst)
    for rig in [odd, plain] {
      try await rig.spin(yaw: 30)
      rig.wait(1000)
      rig.dock.setCameraRunning(false)
      rig.wait(1000)
    }
    #expect(odd.speeds.yaw == 0 && plain.speeds.yaw.isNear(30))
    #expect(throws: DockKitError.notConnected) { try odd.accessory.limits }
    #expect(throws: DockKitError.notConnected) { try odd.accessory.motionStates }
    odd.dock.setCameraRunning(true)
    _ = try odd.accessory.limits
    try await odd.turn(yaw: 0, over: 2000)
    odd.wait(2000)
    #expect(odd.pose.yaw.isNear(0) && acted(.cameraFirst, odd))
  }

  @Test func anIdleDockLeavesForAWhile() async throws {
    let (odd, plain) = rigs(.idleFlap)
    for rig in [odd, plain] {
      try await rig.turn(yaw: 20, over: 1000)
      rig.wait(1000 + Quirk.idleTime - 1)
    }
    #expect(odd.dock.snapshot.isDocked)
    odd.wait(1)
    plain.wait(60_000)
    #expect(!odd.dock.snapshot.isDocked && plain.dock.snapshot.isDocked)
    odd.wait(1000)
    // The phone is back, and as after each docking system tracking is on.
    #expect(odd.dock.snapshot.isDocked && odd.dock.isSystemTrackingEnabled)
    #expect(odd.dock.trace.text.contains("firmware  idle_flap\n"))
    odd.wait(60_000)
    #expect(odd.dock.snapshot.isDocked)
  }

  @Test func aDockThatTurnsDoesNotLeave() async throws {
    let rig = rigs(.idleFlap).with
    try await rig.spin(yaw: 1)
    rig.wait(60_000)
    #expect(rig.dock.snapshot.isDocked)
    try await rig.spin()
    rig.wait(Quirk.idleTime - 1000)
    try await rig.spin(yaw: 1)
    rig.wait(100)
    try await rig.spin()
    rig.wait(Quirk.idleTime - 1000)
    #expect(rig.dock.snapshot.isDocked)
  }

  @Test func theDockTiltsWhileThePhoneIsOut() async throws {
    let (odd, plain) = rigs(.jumpAtRedock)
    for rig in [odd, plain] {
      try await rig.turn(pitch: -10, over: 1000)
      rig.wait(1000)
      rig.dock.setDocked(false)
      rig.wait(2000)
      rig.dock.setDocked(true)
    }
    #expect(odd.pose.pitch.isNear(Quirk.jump - 10) && plain.pose.pitch.isNear(-10))
    #expect(acted(.jumpAtRedock, odd))
    // It does not leave its range.
    odd.dock.setDocked(false)
    odd.wait(2000)
    #expect(odd.pose.pitch.isNear(30) && isSound(odd))
  }

  @Test func nobodyStopsTheDockWhileThePhoneIsOut() async throws {
    for time in stride(from: 0, through: 700, by: 50) {
      let rig = rigs(.jumpAtRedock).with
      rig.dock.setDocked(false)
      rig.wait(time)
      try await rig.switchTracking(true)
      rig.wait(1000)
      #expect(rig.pose.pitch.isNear(Quirk.jump) && isSound(rig), "tracking on after \(time) ms")
    }
  }

  @Test func pulsesEndBesideTheirPlace() async throws {
    var errors: [Double] = []
    for number in 0..<200 {
      let (odd, plain) = rigs(.pulseNoise)
      for rig in [odd, plain] {
        rig.wait(number)
        try await rig.spin(yaw: 3)
        rig.wait(175)
        try await rig.spin()
        rig.wait(1000)
      }
      errors.append(odd.pose.yaw - plain.pose.yaw)
      #expect(acted(.pulseNoise, odd))
    }
    let mean = errors.reduce(0, +) / 200
    let deviation = (errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 199).squareRoot()
    #expect(abs(mean) < 0.035 && abs(deviation - Quirk.pulseDeviation) < 0.03)
  }

  @Test func longTurnsAreExact() async throws {
    let (odd, plain) = rigs(.pulseNoise)
    for rig in [odd, plain] {
      try await rig.spin(yaw: 3)
      rig.wait(Quirk.pulseLength + 1)
      try await rig.spin()
      rig.wait(1000)
    }
    #expect(odd.pose == plain.pose)
  }

  @Test func aRollIsIgnored() async throws {
    let (odd, plain) = rigs(.ignoredRoll)
    await #expect(throws: DockKitError.notSupportedByDevice) {
      try await plain.turn(yaw: 10, roll: 5)
    }
    try await odd.turn(yaw: 10, roll: 5, over: 1000)
    odd.wait(1000)
    #expect(odd.pose.yaw.isNear(10) && odd.findings == [])
  }

  @Test func theReadBackIsTheGoal() async throws {
    let (odd, plain) = rigs(.falseReadBack)
    for rig in [odd, plain] {
      try await rig.turn(yaw: 40, over: 2000)
      rig.wait(500)
    }
    func reported(_ rig: Rig) -> Double {
      rig.dock.motionState.angularPositions.y * 180 / .pi
    }
    #expect(reported(odd).isNear(40) && odd.pose.yaw < 20)
    #expect(reported(plain).isNear(plain.pose.yaw))
    odd.wait(2000)
    #expect(reported(odd).isNear(odd.pose.yaw))
  }

  @Test(arguments: Quirk.allCases)
  func aForkHasTheSameHabits(quirk: Quirk) async throws {
    let rig = rigs(quirk, tracking: true).with
    try await rig.manager.setSystemTrackingEnabled(false)
    rig.wait(500)
    try await rig.spin(yaw: 10)
    rig.wait(100)
    let fork = Rig(rig.dock.snapshot)
    for rig in [rig, fork] {
      try await rig.spin()
      rig.wait(15_000)
    }
    #expect(rig.dock.trace == fork.dock.trace)
  }
}
