import AVFoundation
import DockKit
import DockSimulator
import FoundationEssentials
import Spatial
import Testing

/// The forms in which documents about DockKit use it: each compiles here, and does what they say.
///
/// Some forms of them compile nowhere: `Animation.nope`, which is the name of an app's own
/// enumeration; `for await` over a stream without `try`, whose getter throws; `setOrientation`
/// without `await` in an asynchronous function; `try` in functions that neither throw nor catch;
/// functions that are to return a `Bool` and return nothing; and `&amp;&amp;` for `&&`.
/// `NSEC_PER_SEC` is Apple's, and not of DockKit: it is not there on Linux.
@Suite struct UsageTests {
  private func simulator(_ scene: String = "") throws -> Simulator {
    Simulator(scene: try Simulator.Scene(scene), manager: Simulator.makeManager())
  }

  @Test func changesOfState() async throws {
    let simulator = try simulator("at 1s undock; at 2s dock")
    let manager = simulator.manager
    let task = Task {
      var states: [DockAccessory.State] = []
      for await change in try manager.accessoryStateChanges {
        switch change.state {
        case .docked:
          guard let accessory = change.accessory else { continue }
          #expect(accessory.identifier.category == .trackingStand)
          #expect(accessory.firmwareVersion == "1.0.0" && accessory.hardwareModel != nil)
        case .undocked: break
        }
        states.append(change.state)
        if states.count == 3 { break }
      }
      return states
    }
    await simulator.advance(by: .seconds(3))
    #expect(try await task.value == [.docked, .undocked, .docked])
  }

  @Test func velocityAndItsEnd() async throws {
    let simulator = try simulator()
    try await simulator.manager.setSystemTrackingEnabled(false)
    var velocity = Vector3D(x: 0.1, y: 0.2, z: 0.0)
    velocity.y += 0.1
    try await simulator.accessory.setAngularVelocity(velocity)
    await simulator.advance(by: .seconds(1))
    #expect(simulator.velocity == velocity)
    try await simulator.accessory.setAngularVelocity(Vector3D())
    await simulator.advance(by: .seconds(1))
    #expect(simulator.velocity == Vector3D())
  }

  @Test func orientationsOfBothForms() async throws {
    let simulator = try simulator()
    try await simulator.manager.setSystemTrackingEnabled(false)
    let target = Vector3D(x: 0.0, y: 0.5, z: 0.0)
    let old: any FormerTurning = FormerApp(accessory: simulator.accessory)
    let first = try old.turn(to: target, over: .seconds(2))
    await simulator.advance(by: .seconds(2))
    #expect(first.isFinished && abs(simulator.position.y - 0.5) < 1e-6)
    let second = try await simulator.accessory.setOrientation(
      target, duration: .seconds(2), relative: true)
    await simulator.advance(by: .seconds(1))
    #expect(!second.isFinished && !second.isCancelled && second.fractionCompleted == 0.5)
    await simulator.advance(by: .seconds(1))
    #expect(abs(simulator.position.y - 1) < 1e-6)
  }

  @Test func limits() async throws {
    let simulator = try simulator()
    try await simulator.manager.setSystemTrackingEnabled(false)
    let yaw = try DockAccessory.Limits.Limit(positionRange: -1.0..<1.0, maximumSpeed: 0.5)
    try simulator.accessory.setLimits(DockAccessory.Limits(yaw: yaw, pitch: nil, roll: nil))
    _ = try await simulator.accessory.setOrientation(Vector3D(x: 0, y: 3, z: 0))
    await simulator.advance(by: .seconds(5))
    #expect(abs(simulator.position.y - 1) < 1e-6)
    #expect(try simulator.accessory.limits.yaw?.maximumSpeed == 0.5)
  }

  @Test func aFrameOfTheCamera() async throws {
    let simulator = try simulator("person ada at 10deg right")
    try await simulator.manager.setSystemTrackingEnabled(false)
    let device = AVCaptureDevice(deviceType: .builtInWideAngleCamera, position: .back)
    for _ in 0..<60 {
      let buffer = CMSampleBuffer(imageBuffer: CVBuffer(width: 1920, height: 1080))
      let size = buffer.imageBuffer.map {
        CGSize(width: Double($0.width), height: Double($0.height))
      }
      let information = DockAccessory.CameraInformation(
        captureDevice: device.deviceType, cameraPosition: device.position,
        orientation: .corrected, cameraIntrinsics: nil, referenceDimensions: size)
      let rect = try #require(simulator.observations.first).rect
      let observation = DockAccessory.Observation(
        identifier: 0, type: .humanFace, rect: rect, faceYawAngle: nil)
      try await simulator.accessory.track([observation], cameraInformation: information)
      await simulator.advance(by: .milliseconds(50))
    }
    #expect(abs(simulator.position.y * 180 / .pi - 10) < 2)
  }

  @Test func subjects() async throws {
    let simulator = try simulator(
      "person ada at 5deg right; object ball at 5deg left; at 1s ada speaks")
    await simulator.advance(by: .seconds(2))
    let accessory = simulator.accessory
    let task = Task {
      var speaking: [UUID] = []
      for await state in try accessory.trackingStates {
        for subject in state.trackedSubjects {
          switch subject {
          case .person(let person):
            if person.speakingConfidence ?? 0 > 0.5, person.saliencyRank == 1 {
              speaking.append(person.identifier)
            }
          case .object(let object): #expect(object.saliencyRank == 2)
          }
        }
        break
      }
      try await accessory.selectSubjects(speaking)
      return speaking.count
    }
    await simulator.advance(by: .milliseconds(200))
    #expect(try await task.value == 1)
    try await accessory.selectSubjects([])
    await #expect(throws: DockKitError.noSubjectFound) {
      try await accessory.selectSubject(at: CGPoint(x: 0.01, y: 0.01))
    }
  }

  @Test func framingAndRegion() async throws {
    let simulator = try simulator()
    let accessory = simulator.accessory
    try await accessory.setFramingMode(.center)
    #expect(accessory.framingMode == .center)
    let squareRegion = CGRect(x: 0.25, y: 0.0, width: 0.5, height: 1.0)
    try await accessory.setRegionOfInterest(squareRegion)
    #expect(accessory.regionOfInterest == squareRegion)
  }

  @Test func motionStates() async throws {
    let simulator = try simulator()
    try await simulator.manager.setSystemTrackingEnabled(false)
    try await simulator.accessory.setAngularVelocity(Vector3D(x: 0.0, y: 0.2, z: 0.0))
    let accessory = simulator.accessory
    let task = Task {
      for await state in try accessory.motionStates {
        #expect(state.error == nil && state.timestamp >= 0)
        if state.angularPositions.y > 0.1 { return state.angularVelocities.y }
      }
      return 0
    }
    await simulator.advance(by: .seconds(2))
    #expect(abs(try await task.value - 0.2) < 1e-9)
  }

  @Test func anAnimationAndItsEnd() async throws {
    let simulator = try simulator()
    let (accessory, manager, clock) = (simulator.accessory, simulator.manager, simulator.clock)
    let task = Task {
      try await manager.setSystemTrackingEnabled(false)
      let progress = try await accessory.animate(motion: .kapow)
      while !progress.isFinished && !progress.isCancelled {
        try await clock.sleep(for: .milliseconds(100))
      }
      try await manager.setSystemTrackingEnabled(true)
      return progress.isFinished
    }
    await simulator.advance(by: .seconds(5))
    #expect(try await task.value)
    #expect(manager.isSystemTrackingEnabled)
  }

  @Test func buttonsAndBattery() async throws {
    let simulator = try simulator(
      """
      at 1s press shutter
      at 2s press flip
      at 3s turn zoom by -0.5
      at 4s press button 2
      at 5s battery 12%
      """)
    let accessory = simulator.accessory
    let events = Task {
      var words: [String] = []
      for await event in try accessory.accessoryEvents {
        switch event {
        case .cameraShutter: words.append("shutter")
        case .cameraFlip: words.append("flip")
        case .cameraZoom(factor: let factor): words.append("zoom \(factor)")
        case .button(id: let id, pressed: let pressed): words.append("button \(id) \(pressed)")
        }
        if words.count == 4 { break }
      }
      return words
    }
    let low = Task {
      for await battery in try accessory.batteryStates
      where battery.lowBattery && battery.chargeState == .notCharging {
        return battery.batteryLevel
      }
      return 1
    }
    await simulator.advance(by: .seconds(6))
    #expect(try await events.value == ["shutter", "flip", "zoom -0.5", "button 2 true"])
    #expect(try await low.value == 0.12)
  }

  /// What should be done again when the app comes back: the setting did not survive.
  @Test func foregroundAndItsSetting() async throws {
    let simulator = try simulator("at 1s background; at 2s foreground")
    try await simulator.manager.setSystemTrackingEnabled(false)
    await simulator.advance(by: .seconds(3))
    #expect(simulator.manager.isSystemTrackingEnabled)
  }

  @Test func onePictureASecondIsTooSlow() async throws {
    let simulator = try simulator("person ada at 5deg right")
    try await simulator.manager.setSystemTrackingEnabled(false)
    await #expect(throws: DockKitError.frameRateTooLow) {
      for _ in 0..<20 {
        try await simulator.accessory.track(
          simulator.observations, cameraInformation: .upright)
        await simulator.advance(by: .seconds(1))
      }
    }
  }
}

/// An app that was written for iOS 17.
private protocol FormerTurning {
  func turn(to target: Vector3D, over length: Duration) throws -> Progress
}

private struct FormerApp: FormerTurning {
  let accessory: DockAccessory

  @available(*, deprecated)
  func turn(to target: Vector3D, over length: Duration) throws -> Progress {
    try accessory.setOrientation(target, duration: length, relative: false)
  }
}
