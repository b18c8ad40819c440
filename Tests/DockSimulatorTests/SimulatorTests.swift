import DockKit
import DockSimulator
import Spatial
import Synchronization
import Testing

/// A simulated dock behind an app: `import DockKit` and `import DockSimulator` are all it needs.
@Suite struct SimulatorTests {
  /// A manager of its own, so that tests can run beside each other.
  static func simulator(
    _ scene: String = "", profile: Simulator.Profile = .stand, time: Simulator.Time = .virtual,
    isDocked: Bool = true
  ) throws -> Simulator {
    Simulator(
      profile, scene: try Simulator.Scene(scene), time: time, isDocked: isDocked,
      manager: Simulator.makeManager())
  }

  // MARK: Time

  @Test func timePassesOnlyWhenATestSaysSo() async throws {
    let simulator = try Self.simulator()
    try await simulator.manager.setSystemTrackingEnabled(false)
    try await simulator.accessory.setAngularVelocity(Vector3D(x: 0, y: 0.5, z: 0))
    let heard = Mutex<[Double]>([])
    let listener = Task {
      for await state in try simulator.accessory.motionStates {
        heard.withLock { $0.append(state.timestamp) }
      }
    }
    try await Task.sleep(for: .milliseconds(20))
    #expect(simulator.elapsed == .zero && simulator.position.y == 0)
    await simulator.advance(by: .seconds(2))
    // The first report is of the beginning, and nobody was too late for any.
    let times = heard.withLock { $0 }
    #expect(times.count == 61)
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 1 / 30) < 1e-8 })
    #expect(simulator.elapsed == .seconds(2) && abs(simulator.position.y - 1) < 0.02)
    simulator.remove()
    try await listener.value
  }

  @Test func whoAwaitsTheDockBlocksNobody() async throws {
    let simulator = try Self.simulator()
    let app = Listener(simulator.accessory)
    let task = Task { try await app.listen() }
    await simulator.advance(by: .seconds(1))
    // The actor is free while it waits.
    #expect(await app.count == 31)
    task.cancel()
    try await task.value
  }

  /// Neither on the way into a wait nor out of it.
  @Test func noTimePassesWhileSomebodyWorks() async throws {
    let simulator = try Self.simulator()
    let clock = simulator.clock
    let seen = Mutex<[Duration]>([])
    // It takes real time, and leaves all threads to others.
    let work = { @Sendable in try? await Task.sleep(for: .milliseconds(20)) }
    clock.beginWork()
    let worker = Task {
      await clock.carryOut {
        for _ in 1...5 {
          await work()
          try? await clock.sleep(for: .milliseconds(100))
          await work()
          seen.withLock { $0.append(clock.now.elapsed) }
        }
      }
      clock.endWork()
    }
    await simulator.run(atMost: .seconds(60)) { seen.withLock { $0.count == 5 } }
    worker.cancel()
    await worker.value
    #expect(seen.withLock { $0 } == (1...5).map { .milliseconds(100 * $0) })
  }

  @Test func sleepersGoOnInTheirOrder() async throws {
    let simulator = try Self.simulator()
    let order = Order()
    let sleepers = [3, 1, 2].map { number in
      Task {
        try await simulator.clock.sleep(for: .seconds(number))
        await order.add(number)
      }
    }
    await simulator.advance(by: .seconds(4))
    for sleeper in sleepers { try await sleeper.value }
    #expect(await order.numbers == [1, 2, 3])
  }

  @Test func whoSleepsOnTheClockCanBeCancelled() async throws {
    let simulator = try Self.simulator()
    let task = Task { try await simulator.clock.sleep(for: .seconds(10)) }
    await simulator.advance(by: .seconds(1))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func aTestCanWaitForItsApp() async throws {
    let simulator = try Self.simulator("at 2s press shutter")
    let count = Mutex(0)
    let task = Task {
      for await event in try simulator.accessory.accessoryEvents where event == .cameraShutter {
        count.withLock { $0 += 1 }
      }
    }
    #expect(await simulator.run(atMost: .seconds(5)) { count.withLock { $0 } == 1 })
    #expect(simulator.elapsed >= .seconds(2) && simulator.elapsed < .milliseconds(2050))
    #expect(await simulator.run(atMost: .seconds(1)) { count.withLock { $0 } == 2 } == false)
    #expect(simulator.elapsed < .milliseconds(3050))
    simulator.remove()
    try await task.value
  }

  @Test func theSameCallsGiveTheSameMotion() async throws {
    var traces: Set<String> = []
    for _ in 0..<3 {
      let simulator = try Self.simulator(
        "person ada at 20deg right; at 1s ada walks to 40deg left over 3s")
      await simulator.advance(by: .seconds(6))
      traces.insert(simulator.trace)
      #expect(simulator.position.y < -0.6)
    }
    #expect(traces.count == 1)
  }

  @Test func hoursOfTrackingCanBeForgotten() async throws {
    let simulator = try Self.simulator("person ada at 10deg right")
    var longest = 0
    let minutes = Thorough.count(60, sample: 10)
    for _ in 0..<minutes {
      await simulator.advance(by: .seconds(60))
      simulator.forget()
      longest = max(longest, simulator.trace.utf8.count)
    }
    #expect(simulator.elapsed == .seconds(60 * minutes) && longest < 1000)
  }

  @Test func noTimeIsNoTime() async throws {
    let simulator = try Self.simulator()
    await simulator.advance(by: .zero)
    await simulator.advance(by: .seconds(-1))
    #expect(simulator.elapsed == .zero)
  }

  @Test func realTimePassesByItself() async throws {
    let simulator = try Self.simulator("at 1s press button 1", time: .real(speed: 20))
    var events = try simulator.accessory.accessoryEvents.makeAsyncIterator()
    var motions = try simulator.accessory.motionStates.makeAsyncIterator()
    #expect(await events.next() == .button(id: 1, pressed: true))
    let first = try #require(await motions.next())
    let second = try #require(await motions.next())
    #expect(second.timestamp > first.timestamp && first.timestamp >= 0.99)
    await simulator.advance(by: .seconds(1))
    #expect(simulator.elapsed > .seconds(2))
  }

  // MARK: The dock

  @Test func anAppFindsItsDock() async throws {
    let simulator = try Self.simulator(isDocked: false)
    var changes = try simulator.manager.accessoryStateChanges.makeAsyncIterator()
    #expect(throws: DockKitError.notConnected) { _ = try simulator.accessory.motionStates }
    await simulator.perform(.dock)
    let docked = try #require(await changes.next())
    #expect(docked.state == .docked && docked.trackingButtonEnabled)
    #expect(docked.accessory == simulator.accessory)
    await simulator.perform(.trackingButton)
    #expect(await changes.next()?.trackingButtonEnabled == false)
    await simulator.perform(.undock)
    #expect(await changes.next()?.state == .undocked)
  }

  @Test func aDockThatIsRemovedLeaves() async throws {
    let manager = Simulator.makeManager()
    var changes = try manager.accessoryStateChanges.makeAsyncIterator()
    do {
      let simulator = Simulator(manager: manager)
      try await manager.setSystemTrackingEnabled(false)
      #expect(await changes.next()?.accessory == simulator.accessory)
    }
    #expect(await changes.next()?.state == .undocked)
    // The next one finds an app that has set nothing.
    let simulator = Simulator(manager: manager)
    #expect(await changes.next()?.state == .docked)
    #expect(manager.isSystemTrackingEnabled)
    let other = Simulator(manager: manager)
    #expect(await changes.next()?.state == .undocked)
    #expect(await changes.next()?.accessory === other.accessory)
    simulator.remove()
    #expect(manager.isSystemTrackingEnabled)
  }

  @Test func aSettingMadeBeforeTheDockCameIsKept() async throws {
    let manager = Simulator.makeManager()
    try await manager.setSystemTrackingEnabled(false)
    let simulator = Simulator(manager: manager)
    #expect(!manager.isSystemTrackingEnabled)
    try await simulator.accessory.setAngularVelocity(Vector3D(x: 0, y: 0.1, z: 0))
  }

  @Test func sceneEventsReachTheApp() async throws {
    let simulator = try Self.simulator(
      """
      at 1s press button 2
      at 2s press shutter
      at 3s press flip
      at 4s turn zoom by -0.5
      at 5s battery 18%
      at 6s charging
      at 7s undock
      """)
    let events = try simulator.accessory.accessoryEvents
    let batteries = try simulator.accessory.batteryStates
    await simulator.advance(by: .seconds(10))
    var all: [DockAccessory.AccessoryEvent] = []
    for await event in events { all.append(event) }
    #expect(
      all == [
        .button(id: 2, pressed: true), .button(id: 2, pressed: false), .cameraShutter,
        .cameraFlip, .cameraZoom(factor: -0.5),
      ])
    var states: [DockAccessory.BatteryState] = []
    for await state in batteries { states.append(state) }
    #expect(states.map(\.batteryLevel) == [1, 0.18, 0.18])
    #expect(states.map(\.chargeState) == [.notCharging, .notCharging, .charging])
    #expect(states.map(\.lowBattery) == [false, true, true])
  }

  // MARK: The camera

  @Test func anAppCanTrackByItself() async throws {
    let simulator = try Self.simulator(
      "person ada at 15deg right, 8deg up; at 2s ada walks to 40deg left over 3s")
    try await simulator.manager.setSystemTrackingEnabled(false)
    for form in 0..<90 {
      // Metadata has the other origin, and both give the same motion.
      if form % 2 == 0 {
        try await simulator.accessory.track(
          simulator.observations, cameraInformation: .upright)
      } else {
        try await simulator.accessory.track(
          simulator.metadataObjects, cameraInformation: .upright)
      }
      await simulator.advance(by: .nanoseconds(33_333_333))
    }
    let middle = try #require(simulator.observations.first).rect
    #expect(abs(middle.minX + middle.width / 2 - 0.5) < 0.1)
    #expect(abs(simulator.position.x + 8 * .pi / 180) < 0.03)
    #expect(simulator.velocity.y < -0.1)
  }

  @Test func theCameraOfTheAppIsWhatItSays() async throws {
    let simulator = try Self.simulator("person ada at 5deg right")
    try await simulator.manager.setSystemTrackingEnabled(false)
    let before = try #require(simulator.observations.first).rect
    simulator.zoomCamera(to: 2)
    let after = try #require(simulator.observations.first).rect
    #expect(abs(after.width - 2 * before.width) < 0.01)
    simulator.turnPhone(to: .portrait)
    let upright = try #require(simulator.observations.first).rect
    #expect(upright.width > after.width * 1.5)
    simulator.flipCamera()
    #expect(simulator.observations.isEmpty)
  }
}

extension DockAccessory.CameraInformation {
  /// A camera whose pictures are upright.
  static let upright = DockAccessory.CameraInformation(
    captureDevice: .builtInWideAngleCamera, cameraPosition: .back, orientation: .corrected,
    cameraIntrinsics: nil, referenceDimensions: nil)
}

/// Numbers in the order in which they came.
private actor Order {
  private(set) var numbers: [Int] = []

  func add(_ number: Int) { numbers.append(number) }
}

/// An actor that counts what it hears.
private actor Listener {
  private let accessory: DockAccessory
  private(set) var count = 0

  init(_ accessory: DockAccessory) { self.accessory = accessory }

  func listen() async throws {
    for await _ in try accessory.motionStates { count += 1 }
  }
}
