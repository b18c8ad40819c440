import DockKit
import DockSimulator
import FoundationEssentials
import Spatial
import Testing

/// What the service of a camera app does on a simulated dock: each row of its behaviours is a test.
@Suite struct ServiceTests {
  // MARK: Initial, and docking

  @Test("initial: disconnected, battery unavailable, no region, no persons, mode system")
  func initial() async throws {
    let app = try await App(isDocked: false)
    #expect(await app.service.status == .disconnected)
    #expect(await app.service.battery == .unavailable)
    #expect(await app.service.regionOfInterest == .zero)
    #expect(await app.service.persons == [])
    #expect(await app.service.features == DockFeatures())
    await app.end()
  }

  @Test("setUp: a new docked accessory switches system tracking on")
  func setUpTracking() async throws {
    let app = try await App(isDocked: false)
    try await app.simulator.manager.setSystemTrackingEnabled(false)
    await app.press(.dock)
    #expect(app.isTracking)
    #expect(await app.service.status == .connectedTracking)
    await app.end()
  }

  @Test("setUp: a new docked accessory subscribes events and battery")
  func setUpStreams() async throws {
    let app = try await App(isDocked: false)
    await app.press(.dock)
    #expect(await app.service.battery == .available(level: 1, isCharging: false))
    await app.press(.shutter)
    #expect(await app.camera.pictures == 1)
    await app.end()
  }

  @Test("setUp: the same accessory undocked is cleaned up and forgotten")
  func setUpUndocked() async throws {
    let app = try await App()
    #expect(await app.service.setFraming(.left))
    await app.press(.undock)
    #expect(await app.service.status == .disconnected)
    #expect(await app.service.battery == .unavailable)
    #expect(await app.service.features == DockFeatures())
    #expect(await app.service.animate(.yes) == false)
    await app.press(.dock)
    #expect(await app.service.status == .connectedTracking)
    #expect(await app.service.battery != .unavailable)
    await app.end()
  }

  @Test("setUp: the button on means connectedTracking, off connected and no persons")
  func setUpButton() async throws {
    let app = try await App("person ada at 5deg right")
    #expect(await app.service.toggleSummary(true, held: .corrected))
    await app.simulator.advance(by: .seconds(1))
    #expect(await app.service.persons.count == 1)
    _ = await app.service.toggleSummary(false, held: .corrected)
    await app.press(.trackingButton)
    #expect(await app.service.status == .connected)
    #expect(await app.service.persons == [])
    await app.press(.trackingButton)
    #expect(await app.service.status == .connectedTracking)
    await app.end()
  }

  @Test("quirk: a dock that says docked again is no new accessory")
  func dockedAgain() async throws {
    let app = try await App(profile: .flow2pro)
    try await app.service.updateTrackingMode(.manual)
    // The firmware says docked once more after each press.
    await app.press(.button(1, isPressed: true))
    #expect(app.isTracking == false)
    await app.press(.shutter)
    #expect(await app.camera.pictures == 1)
    await app.end()
  }

  @Test("quirk: an undock of an unknown accessory still sets connected")
  func unknownUndock() async throws {
    let manager = Simulator.makeManager()
    let simulator = Simulator(isDocked: false, manager: manager)
    let camera = Camera(simulator)
    let service = DockService(manager, clock: simulator.clock, camera: camera)
    let task = Task { try await service.setUp() }
    await simulator.advance(by: .milliseconds(10))
    // The phone is put in and taken out before the app looks: it hears both, and forgets the dock.
    await simulator.perform(.dock)
    await simulator.perform(.undock)
    #expect(await service.status == .disconnected)
    task.cancel()
    simulator.remove()
  }

  @Test("quirk: cleanup resets the features and not the mode of the service")
  func modeSurvives() async throws {
    let app = try await App()
    try await app.service.updateTrackingMode(.manual)
    await app.press(.undock)
    #expect(await app.service.features.mode == .system)
    await app.press(.dock)
    // A new dock is switched to system tracking, but chevrons still turn it once that is off.
    #expect(app.isTracking)
    try await app.simulator.manager.setSystemTrackingEnabled(false)
    #expect(await app.service.turn(.panLeft))
    await app.end()
  }

  @Test("setUp: a dock that comes back is heard once")
  func heardOnce() async throws {
    let app = try await App()
    await app.press(.undock)
    await app.press(.dock)
    // The service does not end its event task; the stream of a dock that has left ends by itself.
    await app.press(.zoom(factor: 1))
    #expect(await app.camera.zoom == 1.2)
    await app.end()
  }

  // MARK: Buttons

  @Test("shutter: acts if more than 0.2 s since the last accepted one")
  func shutter() async throws {
    let app = try await App()
    await app.press(.shutter, then: .milliseconds(100))
    #expect(await app.camera.pictures == 0)  // Just begun.
    await app.press(.shutter, then: .milliseconds(150))
    await app.press(.shutter, then: .milliseconds(150))
    await app.press(.shutter, then: .milliseconds(150))
    await app.end()
    #expect(await app.camera.pictures == 1)
  }

  @Test("shutter: a press in the first 0.2 s is dropped")
  func firstShutter() async throws {
    let app = try await App("at 0.1s press shutter; at 0.25s press shutter")
    await app.simulator.advance(by: .milliseconds(200))
    #expect(await app.camera.pictures == 0)
    await app.simulator.advance(by: .milliseconds(100))
    #expect(await app.camera.pictures == 1)
    await app.end()
  }

  @Test("zoom: the sign only, steps of 0.2 from 1 to 5, rounded to 0.1")
  func zoom() async throws {
    let app = try await App()
    await app.press(.zoom(factor: 7))
    #expect(await app.camera.zoom == 1.2)
    for _ in 0..<30 { await app.press(.zoom(factor: 0.01), then: .milliseconds(50)) }
    #expect(await app.camera.zoom == 5)
    await app.press(.zoom(factor: -3))
    #expect(await app.camera.zoom == 4.8)
    await app.end()
  }

  @Test("zoom: zero decreases, not below the floor")
  func zoomFloor() async throws {
    let app = try await App()
    await app.press(.zoom(factor: 0))
    #expect(await app.camera.zoom == 1)
    await app.end()
  }

  @Test("zoom: after a switch the floor is that of the camera")
  func zoomAfterFlip() async throws {
    let app = try await App()
    await app.press(.flip)
    await app.press(.flip)
    for _ in 0..<5 { await app.press(.zoom(factor: -1), then: .milliseconds(50)) }
    #expect(await app.camera.zoom == 0.5)
    await app.end()
  }

  @Test("flip: the next camera")
  func flip() async throws {
    let app = try await App()
    await app.press(.flip)
    #expect(await app.camera.isBack == false)
    await app.end()
  }

  @Test("button: log only")
  func button() async throws {
    let app = try await App()
    await app.press(.button(4, isPressed: true))
    await app.press(.button(4, isPressed: false))
    #expect(await app.camera.lines == ["button 4 true", "button 4 false"])
    await app.end()
  }

  // MARK: animate

  @Test("animate: no dock, false")
  func animateWithoutDock() async throws {
    let app = try await App(isDocked: false)
    #expect(await app.service.animate(.yes) == false)
    await app.end()
  }

  @Test("animate: off, animate, poll every 0.1 s, then tracking by the mode")
  func animate() async throws {
    let app = try await App()
    for (mode, isTracking) in [(TrackingMode.system, true), (.custom, false)] {
      try await app.service.updateTrackingMode(mode)
      let start = app.simulator.elapsed
      async let done = app.service.animate(.yes)
      await app.simulator.advance(by: .milliseconds(450))
      #expect(!app.isTracking && app.simulator.velocity.x != 0)
      await app.simulator.advance(by: .milliseconds(950))
      #expect(await done)
      #expect(app.isTracking == isTracking)
      #expect(app.simulator.elapsed - start == .milliseconds(1400))
    }
    await app.end()
  }

  @Test("animate: already animating, false")
  func animateTwice() async throws {
    let app = try await App()
    async let first = app.service.animate(.kapow)
    await app.simulator.advance(by: .milliseconds(300))
    #expect(await app.service.animate(.no) == false)
    await app.simulator.advance(by: .seconds(2))
    #expect(await first)
    #expect(app.count(of: "animate") == 1)
    await app.end()
  }

  @Test("animate: on an error the same restore, and false")
  func animateError() async throws {
    let app = try await App()
    for number in 0..<3 {
      async let done = app.service.animate(.yes)
      await app.simulator.advance(by: .milliseconds(200))
      if number < 2 {
        // Somebody else cancels it, so that the next comes too soon.
        try await app.simulator.manager.setSystemTrackingEnabled(true)
        await app.simulator.advance(by: .milliseconds(100))
      }
      #expect(await done == (number < 2))
    }
    #expect(app.isTracking && app.simulator.trace.contains("frameRateTooHigh"))
    await app.end()
  }

  @Test("animate: a dock that leaves ends the wait")
  func animateUndocked() async throws {
    let app = try await App()
    async let done = app.service.animate(.kapow)
    await app.simulator.advance(by: .milliseconds(300))
    await app.press(.undock)
    #expect(await done)
    #expect(await app.service.status == .disconnected)
    await app.end()
  }

  // MARK: Tracking

  @Test("updateTrackingMode: tracking is on in system mode, off otherwise")
  func trackingMode() async throws {
    let app = try await App()
    for (mode, isOn) in [(TrackingMode.manual, false), (.system, true), (.custom, false)] {
      try await app.service.updateTrackingMode(mode)
      #expect(app.isTracking == isOn)
      #expect(await app.service.features.mode == mode)
    }
    await app.end()
  }

  @Test("updateTrackingMode: the mode is stored before the call that may throw")
  func trackingModeStored() async throws {
    let app = try await App("at 0.5s fault refused notSupported")
    await app.simulator.advance(by: .seconds(1))
    await #expect(throws: DockKitError.notSupported) {
      try await app.service.updateTrackingMode(.manual)
    }
    #expect(app.isTracking)
    #expect(await app.service.features.mode == .system)
    // The service takes itself for manual, and the dock refuses what it asks for.
    #expect(await app.service.turn(.panLeft) == false)
    #expect(app.count(of: "setAngularVelocity") == 1)
    await app.end()
  }

  @Test("selectSubject: at a point, converted from the view")
  func selectSubject() async throws {
    let app = try await App("person ada at 10deg right; person bob at 12deg left")
    await app.simulator.advance(by: .seconds(2))
    #expect(await app.service.toggleSummary(true, held: .landscapeLeft))
    await app.simulator.advance(by: .milliseconds(200))
    let person = try #require(await app.service.persons.last)
    let middle = CGPoint(
      x: person.rect.minX + person.rect.width / 2, y: person.rect.minY + person.rect.height / 2)
    #expect(await app.service.selectSubject(at: middle, held: .landscapeLeft))
    #expect(
      await app.service.selectSubject(at: CGPoint(x: 0.01, y: 0.01), held: .corrected) == false)
    await app.end()
  }

  @Test("selectSubject: nil returns the choice to the system")
  func selectNobody() async throws {
    let app = try await App("person ada at 10deg right")
    #expect(await app.service.selectSubject(at: nil, held: .corrected))
    #expect(app.count(of: "selectSubjects none") == 1)
    await app.end()
  }

  @Test("tap to track: switched off, it clears the selection")
  func tapToTrack() async throws {
    let app = try await App()
    await app.service.toggleTapToTrack(true)
    #expect(app.count(of: "selectSubjects none") == 0)
    await app.service.toggleTapToTrack(false)
    #expect(app.count(of: "selectSubjects none") == 1)
    await app.end()
  }

  @Test("region: switched off, it is the whole picture")
  func region() async throws {
    let app = try await App()
    let part = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    #expect(await app.service.setRegionOfInterest(part))
    #expect(app.simulator.accessory.regionOfInterest == part)
    #expect(await app.service.setRegionOfInterest(nil))
    #expect(app.simulator.accessory.regionOfInterest == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(
      await app.service.setRegionOfInterest(CGRect(x: 0.9, y: 0, width: 0.5, height: 1)) == false)
    await app.end()
  }

  @Test("track: ignored with system tracking, without dock, while animating, without a picture")
  func trackIgnored() async throws {
    let app = try await App("person ada at 10deg right")
    let found = app.simulator.metadataObjects
    try await app.service.track(found, in: Frame(), held: nil)
    try await app.service.updateTrackingMode(.custom)
    try await app.service.track(found, in: nil, held: nil)
    async let done = app.service.animate(.yes)
    await app.simulator.advance(by: .milliseconds(300))
    try await app.service.track(found, in: Frame(), held: nil)
    await app.simulator.advance(by: .seconds(2))
    #expect(await done)
    await app.press(.undock)
    try await app.service.track(found, in: Frame(), held: nil)
    #expect(app.count(of: "track") == 0)
    await app.end()
  }

  @Test("track: sends faces and bodies with intrinsics, dimensions and image")
  func track() async throws {
    let app = try await App("person ada at 12deg right, 5deg up; object ball at 30deg left")
    try await app.service.updateTrackingMode(.custom)
    await app.simulator.advance(by: .milliseconds(500))
    // 1507 pixels are 65 degrees of 1920.
    let frame = Frame(
      intrinsics: matrix_float3x3(
        columns: (SIMD3(1507, 0, 0), SIMD3(0, 1507, 0), SIMD3(960, 540, 1))))
    for _ in 0..<60 {
      try await app.service.track(app.simulator.metadataObjects, in: frame, held: nil)
      await app.simulator.advance(by: .milliseconds(40))
    }
    #expect(abs(app.simulator.position.y * 180 / .pi - 12) < 2)
    #expect(abs(app.simulator.position.x * 180 / .pi + 5) < 2)
    // The ball is not sent.
    #expect(app.count(of: "track 1") == 60)
    await app.end()
  }

  @Test("track: the orientation is that of the device, by default corrected")
  func trackOrientation() async throws {
    let app = try await App("person ada at 12deg right")
    try await app.service.updateTrackingMode(.custom)
    app.simulator.turnPhone(to: .landscapeLeft)
    for held in [nil, DockAccessory.CameraOrientation.landscapeLeft] {
      for _ in 0..<60 {
        let found = app.simulator.metadataObjects.map { object in
          AVMetadataFaceObject(
            faceID: 1, bounds: held.map(object.bounds.inView) ?? object.bounds)
        }
        try await app.service.track(found, in: Frame(), held: held)
        await app.simulator.advance(by: .milliseconds(40))
      }
      #expect(abs(app.simulator.position.y * 180 / .pi - 12) < 2)
    }
    await app.end()
  }

  @Test("tracking summary: persons only, in view space")
  func summary() async throws {
    let app = try await App("person ada at 5deg right; object ball at 10deg left")
    #expect(await app.service.toggleSummary(true, held: .portraitUpsideDown))
    await app.simulator.advance(by: .seconds(2))
    let persons = await app.service.persons
    #expect(persons.count == 1 && persons[0].isSalient)
    let seen = try #require(app.simulator.metadataObjects.first { $0.type == .face })
    #expect(abs(persons[0].rect.minX - (1 - seen.bounds.maxX)) < 0.05)
    await app.end()
  }

  @Test("tracking summary: refuses without dock, and flips the toggle back")
  func summaryWithoutDock() async throws {
    let app = try await App(isDocked: false)
    #expect(await app.service.toggleSummary(true, held: .corrected) == false)
    #expect(await app.service.features.isSummaryOn == false)
    await app.end()
  }

  // MARK: Battery

  @Test("battery: the level, and whether it charges")
  func battery() async throws {
    let app = try await App("at 1s battery 18%; at 2s charging")
    await app.simulator.advance(by: .milliseconds(1500))
    #expect(await app.service.battery == .available(level: 0.18, isCharging: false))
    await app.simulator.advance(by: .seconds(1))
    #expect(await app.service.battery == .available(level: 0.18, isCharging: true))
    await app.end()
  }

  // MARK: Chevrons

  @Test("chevron: only in manual mode and with a dock")
  func chevronNeedsManual() async throws {
    let app = try await App()
    #expect(await app.service.turn(.tiltUp) == false)
    try await app.service.updateTrackingMode(.manual)
    #expect(await app.service.turn(.tiltUp))
    await app.press(.undock)
    #expect(await app.service.turn(.tiltUp) == false)
    await app.end()
  }

  @Test("chevron: 0.2 rad/s, up and left negative", arguments: Chevron.allCases)
  func chevron(_ chevron: Chevron) async throws {
    let app = try await App()
    try await app.service.updateTrackingMode(.manual)
    #expect(await app.service.turn(chevron))
    await app.simulator.advance(by: .milliseconds(500))
    let velocity = app.simulator.velocity
    switch chevron {
    case .tiltUp: #expect(abs(velocity.x + 0.2) < 1e-6 && velocity.y == 0)
    case .tiltDown: #expect(abs(velocity.x - 0.2) < 1e-6 && velocity.y == 0)
    case .panLeft: #expect(abs(velocity.y + 0.2) < 1e-6 && velocity.x == 0)
    case .panRight: #expect(abs(velocity.y - 0.2) < 1e-6 && velocity.x == 0)
    }
    await app.end()
  }

  @Test("chevron: it never sends zero, so the dock turns on until its firmware stops it")
  func chevronNeverStops() async throws {
    for (profile, isMoving) in [(Simulator.Profile.stand, true), (.flow2pro, false)] {
      let app = try await App(profile: profile)
      try await app.service.updateTrackingMode(.manual)
      await app.simulator.advance(by: .seconds(1))
      #expect(await app.service.turn(.panRight))
      await app.simulator.advance(by: .seconds(4))
      #expect((app.simulator.velocity.y != 0) == isMoving)
      await app.end()
    }
  }

  @Test("chevron: turned with the device")
  func chevronTurned() {
    #expect(
      Chevron.allCases.map { $0.turned(.portraitUpsideDown) } == [
        .tiltDown, .tiltUp, .panRight, .panLeft,
      ])
    #expect(
      Chevron.allCases.map { $0.turned(.landscapeLeft) } == [
        .panRight, .panLeft, .tiltUp, .tiltDown,
      ])
    #expect(
      Chevron.allCases.map { $0.turned(.landscapeRight) } == [
        .panLeft, .panRight, .tiltDown, .tiltUp,
      ])
    #expect(Chevron.allCases.map { $0.turned(.portrait) } == Chevron.allCases)
  }

  @Test("framing: set on the dock, and automatic again for the app after an undock")
  func framing() async throws {
    let app = try await App()
    #expect(await app.service.setFraming(.right))
    #expect(app.simulator.accessory.framingMode == .right)
    await app.press(.undock)
    #expect(await app.service.setFraming(.left) == false)
    #expect(await app.service.features.framing == .automatic)
    await app.end()
  }
}
