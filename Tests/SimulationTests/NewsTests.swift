import DockKit
import Hardware
import Testing

@testable import Simulation

private let second = 1_000_000_000

/// What the dock tells its app: events, batteries, and changes of its state.
@Suite struct NewsTests {
  static func rig(_ model: DockModel = .plain, _ inputs: (Int, DockInput)...) -> Rig {
    var world = DockWorld(model, isSystemTrackingEnabled: false)
    world.expect(inputs.map { (time: $0 * second, input: $1) })
    return Rig(world)
  }

  @Test func everyConsumerHearsEveryEvent() async throws {
    let rig = Self.rig(
      .plain, (1, .button(3, isPressed: true)), (1, .button(3, isPressed: false)), (2, .shutter),
      (3, .flip), (4, .zoom(-1.5)), (5, .battery(0.5)))
    var one = try rig.accessory.accessoryEvents.makeAsyncIterator()
    var two = try rig.accessory.accessoryEvents.makeAsyncIterator()
    let expected: [DockAccessory.AccessoryEvent] = [
      .button(id: 3, pressed: true), .button(id: 3, pressed: false), .cameraShutter, .cameraFlip,
      .cameraZoom(factor: -1.5),
    ]
    for event in expected { #expect(await one.next() == event) }
    #expect(rig.dock.now == 4 * second)
    for event in expected { #expect(await two.next() == event) }
    // Nothing more is planned: the battery is none of these, and nobody waits for ever.
    #expect(await one.next() == nil)
    #expect(rig.dock.now == 5 * second)
  }

  @Test func aConsumerHearsWhatComesAfterItHasAsked() async throws {
    let rig = Self.rig()
    rig.dock.receive(.shutter)
    let events = try rig.accessory.accessoryEvents
    rig.dock.receive(.flip)
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == .cameraFlip)
  }

  @Test func theFirstBatteryStateIsThePresentOne() async throws {
    let rig = Self.rig(.plain, (1, .battery(0.19)), (2, .charging), (3, .battery(0.2)))
    var one = try rig.accessory.batteryStates.makeAsyncIterator()
    #expect(await one.next()?.batteryLevel == 1)
    #expect(rig.dock.now == 0)
    let low = try #require(await one.next())
    #expect(low.batteryLevel == 0.19 && low.lowBattery && low.chargeState == .notCharging)
    var two = try rig.accessory.batteryStates.makeAsyncIterator()
    #expect(await two.next() == low)
    for _ in 0..<1 { #expect(await one.next()?.chargeState == .charging) }
    let last = try #require(await one.next())
    #expect(last.batteryLevel == 0.2 && !last.lowBattery && last.chargeState == .charging)
    rig.dock.receive(.battery(.nan))
    #expect(rig.dock.snapshot.battery.batteryLevel == 1)
  }

  @Test func streamsEndWhenTheDockLeaves() async throws {
    let rig = Self.rig(.plain, (1, .shutter), (3, .shutter))
    rig.dock.meet(Fault(.undocked, at: .time(2 * second)))
    var events = try rig.accessory.accessoryEvents.makeAsyncIterator()
    var batteries = try rig.accessory.batteryStates.makeAsyncIterator()
    #expect(await events.next() == .cameraShutter)
    #expect(await events.next() == nil)
    #expect(await batteries.next() != nil)
    #expect(await batteries.next() == nil)
    #expect(throws: DockKitError.notConnected) { _ = try rig.accessory.accessoryEvents }
    #expect(throws: DockKitError.notConnected) { _ = try rig.accessory.batteryStates }
  }

  @Test func aCancelledConsumerIsNotKeptWaiting() async throws {
    let rig = Self.rig(.plain, (1, .shutter))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var events = try rig.accessory.accessoryEvents.makeAsyncIterator()
      return await events.next()
    }
    #expect(try await task.value == nil)
    #expect(rig.dock.now == 0)
  }

  @Test func aForgottenPastIsNotToldAgain() async throws {
    let rig = Self.rig()
    let events = try rig.accessory.accessoryEvents
    var early = events.makeAsyncIterator()
    rig.dock.receive(.shutter)
    #expect(await early.next() == .cameraShutter)
    rig.dock.receive(.battery(0.3))
    rig.dock.forget()
    rig.dock.receive(.flip)
    var late = events.makeAsyncIterator()
    #expect(await late.next() == .cameraFlip)
    #expect(await early.next() == .cameraFlip)
    var batteries = try rig.accessory.batteryStates.makeAsyncIterator()
    #expect(await batteries.next()?.batteryLevel == 0.3)
  }

  // MARK: The manager

  @Test func theManagerHearsTheDock() async throws {
    let rig = Self.rig()
    var changes = try rig.manager.accessoryStateChanges.makeAsyncIterator()
    var others = try rig.manager.accessoryStateChanges.makeAsyncIterator()
    rig.dock.receive(.trackingButton)
    rig.dock.receive(.trackingButton)
    rig.dock.receive(.trackingButton)
    rig.dock.setDocked(false)
    rig.dock.receive(.trackingButton)
    rig.dock.setDocked(true)
    // The button is on again when the phone is back.
    let expected: [(DockAccessory.State, Bool)] = [
      (.docked, true), (.docked, false), (.docked, true), (.docked, false), (.undocked, false),
      (.docked, true),
    ]
    for (state, isOn) in expected {
      let told = try [#require(await changes.next()), #require(await others.next())]
      #expect(told.allSatisfy { $0.state == state && $0.trackingButtonEnabled == isOn })
      #expect(told.allSatisfy { $0.accessory === rig.accessory })
    }
  }

  @Test func aRepeatedDockedIsHeardToo() async throws {
    let rig = Self.rig(.flow2pro)
    var changes = try rig.manager.accessoryStateChanges.makeAsyncIterator()
    #expect(await changes.next()?.state == .docked)
    rig.dock.receive(.shutter)
    #expect(await changes.next()?.state == .docked)
  }

  @Test func theTrackingButtonGivesTheMotorsAndTakesThem() async throws {
    let rig = Rig(DockWorld(.plain, trackerAim: AxisVector(yaw: 90)))
    rig.wait(1000)
    #expect(rig.speeds.yaw.isNear(30))
    rig.dock.receive(.trackingButton)
    rig.wait(1000)
    let still = rig.pose.yaw
    #expect(rig.speeds == .zero && still < 40 && rig.manager.isSystemTrackingEnabled)
    rig.dock.receive(.trackingButton)
    rig.wait(1000)
    #expect(rig.pose.yaw > still + 10)
    // On, it takes the motors from an app that has them.
    try await rig.manager.setSystemTrackingEnabled(false)
    rig.dock.receive(.trackingButton)
    #expect(!rig.manager.isSystemTrackingEnabled)
    rig.dock.receive(.trackingButton)
    #expect(rig.manager.isSystemTrackingEnabled)
  }

  @Test func whoWatchesADockThatIsOutHearsItComeBack() async throws {
    let rig = Self.rig()
    rig.dock.setDocked(false)
    var changes = try rig.manager.accessoryStateChanges.makeAsyncIterator()
    rig.dock.setDocked(true)
    #expect(await changes.next()?.state == .docked)
  }

  // MARK: Settings made before docking

  @Test(arguments: [true, false])
  func aSettingMadeBeforeDockingIsKept(isOn: Bool) async throws {
    let manager = DockAccessoryManager()
    try await manager.setSystemTrackingEnabled(isOn)
    let dock = SimulatedDock(DockWorld(.plain, isSystemTrackingEnabled: !isOn))
    manager.attach(dock)
    #expect(manager.isSystemTrackingEnabled == isOn)
    #expect(dock.isSystemTrackingEnabled == isOn)
  }

  @Test(arguments: [true, false, nil])
  func aSettingMadeWhileThePhoneIsOutIsKept(isOn: Bool?) async throws {
    let rig = Self.rig()
    try await rig.accessory.setFramingMode(.left)
    let region = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    try await rig.accessory.setRegionOfInterest(region)
    rig.dock.setDocked(false)
    if let isOn { try await rig.manager.setSystemTrackingEnabled(isOn) }
    rig.wait(1000)
    rig.dock.setDocked(true)
    #expect(rig.manager.isSystemTrackingEnabled == isOn ?? true)
    #expect(rig.accessory.framingMode == .left && rig.accessory.regionOfInterest == region)
    // It holds once: when the phone leaves again, tracking is on as ever.
    rig.dock.setDocked(false)
    rig.dock.setDocked(true)
    #expect(rig.manager.isSystemTrackingEnabled)
  }
}
