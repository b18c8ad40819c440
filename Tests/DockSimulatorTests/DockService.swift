import DockKit
import FoundationEssentials
import Spatial

/// The service of a camera app that has a dock: it is written for DockKit alone, of the size and
/// with the behaviours that Apple's sample has.
///
/// It knows nothing of simulators: all it is given is a clock to sleep on.
actor DockService<ServiceClock: Clock> where ServiceClock.Duration == Duration {
  private let manager: DockAccessoryManager
  private let clock: ServiceClock
  private let camera: any CameraControl

  private(set) var status = DockStatus.disconnected
  private(set) var battery = DockBattery.unavailable
  private(set) var regionOfInterest = CGRect.zero
  private(set) var persons: [SeenPerson] = []
  private(set) var features = DockFeatures()
  /// What the service itself remembers, which nothing resets.
  private var mode = TrackingMode.system
  private var accessory: DockAccessory?
  private var isAnimating = false
  private var lastShutter: ServiceClock.Instant

  private var eventTask: Task<Void, Never>?
  private var batteryTask: Task<Void, Never>?
  private var summaryTask: Task<Void, Never>?

  init(_ manager: DockAccessoryManager, clock: ServiceClock, camera: any CameraControl) {
    (self.manager, self.clock, self.camera) = (manager, clock, camera)
    lastShutter = clock.now
  }

  // MARK: Docking

  /// Listens to docks, until its task is cancelled.
  func setUp() async throws {
    for await change in try manager.accessoryStateChanges {
      if let new = change.accessory, change.state == .docked, new != accessory {
        accessory = new
        try? await manager.setSystemTrackingEnabled(true)
        subscribeEvents(of: new)
        toggleBattery(of: new)
      } else if change.accessory == accessory, change.state != .docked {
        cleanUp()
        continue
      }
      if change.trackingButtonEnabled {
        status = .connectedTracking
      } else {
        status = .connected
        persons = []
      }
    }
  }

  private func cleanUp() {
    accessory = nil
    status = .disconnected
    features = DockFeatures()
    batteryTask?.cancel()
    batteryTask = nil
    battery = .unavailable
    summaryTask?.cancel()
    persons = []
  }

  // MARK: Events

  private func subscribeEvents(of accessory: DockAccessory) {
    eventTask = Task { [weak self] in
      guard let events = try? accessory.accessoryEvents else { return }
      for await event in events { await self?.handle(event) }
    }
  }

  private func handle(_ event: DockAccessory.AccessoryEvent) async {
    switch event {
    case .cameraShutter:
      guard lastShutter.duration(to: clock.now) > .milliseconds(200) else { return }
      lastShutter = clock.now
      await camera.takePicture()
    case .cameraFlip: await camera.nextCamera()
    case .cameraZoom(let factor): await camera.zoom(factor > 0 ? .increase : .decrease)
    case .button(let id, let isPressed): await camera.log("button \(id) \(isPressed)")
    }
  }

  private func toggleBattery(of accessory: DockAccessory) {
    guard batteryTask == nil else { return }
    batteryTask = Task { [weak self] in
      guard let states = try? accessory.batteryStates else { return }
      for await state in states {
        if Task.isCancelled { return }
        await self?.set(
          .available(level: state.batteryLevel, isCharging: state.chargeState == .charging))
      }
    }
  }

  private func set(_ battery: DockBattery) { self.battery = battery }

  // MARK: Motion

  /// Plays an animation; false if it was not played to its end.
  func animate(_ animation: DockAccessory.Animation) async -> Bool {
    guard let accessory, !isAnimating else { return false }
    isAnimating = true
    defer { isAnimating = false }
    var isDone = false
    do {
      try await manager.setSystemTrackingEnabled(false)
      let progress = try await accessory.animate(motion: animation)
      while !progress.isFinished, !progress.isCancelled {
        try await clock.sleep(for: .milliseconds(100))
      }
      isDone = true
    } catch {}
    try? await manager.setSystemTrackingEnabled(mode == .system)
    return isDone
  }

  /// Turns the dock while a chevron is held, in manual mode.
  func turn(_ chevron: Chevron) async -> Bool {
    guard let accessory, mode == .manual else { return false }
    var velocity = Vector3D(x: 0, y: 0, z: 0)
    switch chevron {
    case .tiltUp: velocity.x = -0.2
    case .tiltDown: velocity.x = 0.2
    case .panLeft: velocity.y = -0.2
    case .panRight: velocity.y = 0.2
    }
    do {
      try await accessory.setAngularVelocity(velocity)
      return true
    } catch {
      return false
    }
  }

  // MARK: Tracking

  /// Changes who follows the subject.
  func updateTrackingMode(_ mode: TrackingMode) async throws {
    self.mode = mode
    try await manager.setSystemTrackingEnabled(mode == .system)
    features.mode = mode
  }

  /// Follows the subject at a point of the view; nil returns the choice to the system.
  func selectSubject(at point: CGPoint?, held: DockAccessory.CameraOrientation) async -> Bool {
    guard let accessory else { return false }
    do {
      if let point {
        try await accessory.selectSubject(at: point.inPicture(held: held))
      } else {
        try await accessory.selectSubjects([])
      }
      return true
    } catch {
      return false
    }
  }

  func toggleTapToTrack(_ isOn: Bool) async {
    features.isTapToTrackOn = isOn
    if !isOn { _ = await selectSubject(at: nil, held: .corrected) }
  }

  func setRegionOfInterest(_ region: CGRect?) async -> Bool {
    features.isRegionOn = region != nil
    let region = region ?? CGRect(x: 0, y: 0, width: 1, height: 1)
    do {
      guard let accessory else { return false }
      try await accessory.setRegionOfInterest(region)
      regionOfInterest = region
      return true
    } catch {
      return false
    }
  }

  func setFraming(_ framing: DockAccessory.FramingMode) async -> Bool {
    guard let accessory else { return false }
    features.framing = framing
    do {
      try await accessory.setFramingMode(framing)
      return true
    } catch {
      return false
    }
  }

  /// Passes on what the camera has found in a picture.
  func track(
    _ metadata: [AVMetadataObject], in frame: Frame?, held: DockAccessory.CameraOrientation?
  )
    async throws
  {
    guard !manager.isSystemTrackingEnabled, let accessory, !isAnimating, let frame else { return }
    let information = DockAccessory.CameraInformation(
      captureDevice: .builtInWideAngleCamera, cameraPosition: .back,
      orientation: held ?? .corrected, cameraIntrinsics: frame.intrinsics,
      referenceDimensions: CGSize(width: Double(frame.width), height: Double(frame.height)))
    let found = metadata.filter { $0.type == .face || $0.type == .humanBody }
    try await accessory.track(
      found, cameraInformation: information,
      image: CVBuffer(width: frame.width, height: frame.height))
  }

  /// Shows whom the dock sees; false without a dock.
  func toggleSummary(_ isOn: Bool, held: DockAccessory.CameraOrientation) -> Bool {
    features.isSummaryOn = isOn
    summaryTask?.cancel()
    guard isOn else {
      persons = []
      return true
    }
    guard let accessory, let states = try? accessory.trackingStates else {
      features.isSummaryOn = false
      return false
    }
    summaryTask = Task { [weak self] in
      for await state in states {
        if Task.isCancelled { return }
        await self?.show(state, held: held)
      }
    }
    return true
  }

  private func show(
    _ state: DockAccessory.TrackingState, held: DockAccessory.CameraOrientation
  ) {
    persons = state.trackedSubjects.compactMap { subject in
      guard case .person(let person) = subject else { return nil }
      return SeenPerson(
        identifier: person.identifier, rect: person.rect.inView(held: held),
        isSalient: person.saliencyRank == 1, isSpeaking: (person.speakingConfidence ?? 0) > 0.5)
    }
  }
}

// MARK: - What it shows and what it needs

enum DockStatus { case disconnected, connected, connectedTracking }

enum DockBattery: Equatable {
  case unavailable
  case available(level: Double, isCharging: Bool)
}

enum TrackingMode { case system, custom, manual }

struct DockFeatures: Equatable {
  var isTapToTrackOn = false
  var isSummaryOn = false
  var isRegionOn = false
  var framing = DockAccessory.FramingMode.automatic
  var mode = TrackingMode.system
}

struct SeenPerson: Equatable {
  let identifier: UUID
  let rect: CGRect
  let isSalient: Bool
  let isSpeaking: Bool
}

/// A picture of the camera.
struct Frame {
  var width = 1920
  var height = 1080
  var intrinsics: matrix_float3x3?
}

/// What the service asks of the camera.
protocol CameraControl: Sendable {
  func takePicture() async
  func nextCamera() async
  func zoom(_ direction: ZoomDirection) async
  func log(_ line: String) async
}

enum ZoomDirection { case increase, decrease }

enum Chevron: CaseIterable {
  case tiltUp, tiltDown, panLeft, panRight

  /// The same chevron of a screen that is held otherwise.
  func turned(_ orientation: DockAccessory.CameraOrientation) -> Chevron {
    switch (orientation, self) {
    case (.portraitUpsideDown, .tiltUp): .tiltDown
    case (.portraitUpsideDown, .tiltDown): .tiltUp
    case (.portraitUpsideDown, .panLeft): .panRight
    case (.portraitUpsideDown, .panRight): .panLeft
    case (.landscapeLeft, .tiltUp): .panRight
    case (.landscapeLeft, .tiltDown): .panLeft
    case (.landscapeLeft, .panLeft): .tiltUp
    case (.landscapeLeft, .panRight): .tiltDown
    case (.landscapeRight, .tiltUp): .panLeft
    case (.landscapeRight, .tiltDown): .panRight
    case (.landscapeRight, .panLeft): .tiltDown
    case (.landscapeRight, .panRight): .tiltUp
    default: self
    }
  }
}

extension CGPoint {
  /// The point of the dock's picture, from one of a view that is held so.
  func inPicture(held: DockAccessory.CameraOrientation) -> CGPoint {
    switch held {
    case .portraitUpsideDown: CGPoint(x: 1 - x, y: 1 - y)
    case .landscapeRight: CGPoint(x: y, y: 1 - x)
    case .landscapeLeft: CGPoint(x: 1 - y, y: x)
    default: self
    }
  }
}

extension CGRect {
  /// The rectangle of a view that is held so, from one of the dock's picture.
  func inView(held: DockAccessory.CameraOrientation) -> CGRect {
    switch held {
    case .portraitUpsideDown: CGRect(x: 1 - maxX, y: 1 - maxY, width: width, height: height)
    case .landscapeRight: CGRect(x: 1 - maxY, y: minX, width: height, height: width)
    case .landscapeLeft: CGRect(x: minY, y: 1 - maxX, width: height, height: width)
    default: self
    }
  }
}
