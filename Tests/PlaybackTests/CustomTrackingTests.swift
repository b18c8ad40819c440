import Camera
import DockKit
import Hardware
import Spatial
import Testing

@testable import Rehearsal
@testable import Simulation

private let second = 1_000_000_000

/// An app that finds persons by itself, and passes them to `track`.
private struct Finder {
  /// How the app passes on what it has found.
  enum Form: CaseIterable {
    case observations, observationsAndImage, metadata, metadataAndImage
  }

  let manager = DockAccessoryManager()
  let dock: SimulatedDock
  let accessory: DockAccessory
  var form = Form.observations
  var orientation = DockAccessory.CameraOrientation.corrected
  /// How the boxes are turned before they are passed on.
  var turn: (UnitRect) -> UnitRect = { $0 }
  var kind = DockAccessory.Observation.ObservationType.humanFace
  var identifier: (Int) -> Int = { $0 }
  var intrinsics: matrix_float3x3?
  var size: CGSize?
  var position = AVCaptureDevice.Position.back
  /// The frames so far: when, and how far the middle of the first person was from that of the
  /// picture, in degrees.
  var errors: [(time: Double, angle: Double)] = []

  init(
    _ events: [(Double, Company.Deed)], model: DockModel = .stand,
    adjusting adjust: (inout DockWorld) -> Void = { _ in }
  ) {
    let company = Company(
      [Company.Subject(name: "ada", isPerson: true)],
      doing: events.map {
        Company.Event(time: Int($0.0 * 1e9), .deed(subject: 0, $0.1))
      })
    var world = DockWorld(model, isSystemTrackingEnabled: false)
    world.meet(company, followedBy: PersonTracker(of: model, at: .zero))
    world.equip(PersonTracker(of: model, at: .zero))
    adjust(&world)
    dock = SimulatedDock(world)
    accessory = manager.attach(dock)
  }

  var camera: DockAccessory.CameraInformation {
    DockAccessory.CameraInformation(
      captureDevice: .builtInWideAngleCamera, cameraPosition: position, orientation: orientation,
      cameraIntrinsics: intrinsics, referenceDimensions: size)
  }

  /// Passes on what is in the picture now.
  func track() async throws { try await pass(dock.snapshot.seen) }

  func pass(_ seen: [Seen]) async throws {
    let boxes = seen.map { (identifier($0.subject ?? 0), turn($0.rect)) }
    switch form {
    case .observations:
      try await accessory.track(boxes.map(observation), cameraInformation: camera)
    case .observationsAndImage:
      try await accessory.track(
        boxes.map(observation), cameraInformation: camera, image: CVBuffer(width: 16, height: 9))
    case .metadata:
      try await accessory.track(boxes.map(object), cameraInformation: camera)
    case .metadataAndImage:
      try await accessory.track(
        boxes.map(object), cameraInformation: camera, image: CVBuffer(width: 16, height: 9))
    }
  }

  private func observation(_ number: Int, _ rect: UnitRect) -> DockAccessory.Observation {
    let rect = rect.lowerLeft
    return DockAccessory.Observation(
      identifier: number, type: kind,
      rect: CGRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height))
  }

  private func object(_ number: Int, _ rect: UnitRect) -> AVMetadataObject {
    let bounds = CGRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    return switch kind {
    case .humanFace: AVMetadataFaceObject(faceID: number, bounds: bounds)
    case .humanBody: AVMetadataHumanBodyObject(bodyID: number, bounds: bounds)
    case .object: AVMetadataObject(type: .salientObject, bounds: bounds)
    }
  }

  /// Passes on each picture at `rate` a second, for so many seconds.
  mutating func run(for length: Double, at rate: Double = 30) async throws {
    let start = dock.now
    for frame in 0..<Int(length * rate) {
      dock.advance(to: start + Int(Double(frame) / rate * 1e9))
      let world = dock.snapshot
      if let rect = world.seen.first?.rect {
        errors.append(
          (Double(world.now) / 1e9, (rect.middle.x - 0.5) * world.view.horizontalAngle))
      }
      try await track()
    }
    dock.advance(to: start + Int(length * 1e9))
  }

  var speed: Double { max(abs(dock.snapshot.speeds.yaw), abs(dock.snapshot.speeds.pitch)) }
  var findings: [String] { Audit.findings(in: dock.trace, of: dock.snapshot.model).map(\.text) }
}

/// `track`: what an app finds turns the dock.
@Suite struct CustomTrackingTests {
  private static func walker(_ adjust: (inout DockWorld) -> Void = { _ in }) -> Finder {
    Finder(
      [
        (0, .arrives(.init(yaw: 15, pitch: -8))),
        (2, .walks(to: .init(yaw: -60), over: 3 * second)),
        (6, .walks(to: .init(yaw: 20), over: 3 * second)),
      ], adjusting: adjust)
  }

  @Test(arguments: Finder.Form.allCases)
  private func aWalkerStaysFramed(form: Finder.Form) async throws {
    var finder = Self.walker()
    finder.form = form
    try await finder.run(for: 10)
    let settled = finder.errors.filter { $0.time > 1.5 }
    #expect(settled.count == 254)
    #expect(settled.allSatisfy { abs($0.angle) < 4 }, "\(settled.map { abs($0.angle) }.max() ?? 0)")
    let sum = settled.reduce(0) { $0 + $1.angle * $1.angle }
    #expect((sum / Double(settled.count)).squareRoot() < 1.6)
    // The face is above the lens, and so the dock looks up: both origins are what they should be.
    #expect(abs(finder.dock.snapshot.pose.pitch + 8) < 2)
    try await finder.manager.setSystemTrackingEnabled(true)
    #expect(finder.findings.filter { !$0.contains("tracking") } == [])
  }

  @Test(arguments: [10.0, 15, 24, 30])
  func everyRateThatIsAllowedDoes(rate: Double) async throws {
    var finder = Self.walker()
    try await finder.run(for: 10, at: rate)
    let settled = finder.errors.filter { $0.time > 2 }
    #expect(settled.allSatisfy { abs($0.angle) < 10 })
    #expect(abs(finder.dock.snapshot.pose.yaw - 20) < 3)
  }

  @Test(arguments: [
    (9.0, DockKitError.frameRateTooLow), (2, .frameRateTooLow),
    (31, .frameRateTooHigh), (60, .frameRateTooHigh),
  ])
  func otherRatesAreRefused(rate: Double, error: DockKitError) async throws {
    var finder = Self.walker()
    await #expect(throws: error) { try await finder.run(for: 10, at: rate) }
    // Seven calls say how often they come; after that every call is refused.
    #expect(finder.dock.calls == 7)
    await #expect(throws: error) {
      finder.dock.advance(to: finder.dock.now + Int(1e9 / rate))
      try await finder.track()
    }
  }

  @Test func aPauseIsNoOtherRate() async throws {
    var finder = Self.walker()
    for _ in 0..<4 {
      try await finder.run(for: 1)
      finder.dock.advance(to: finder.dock.now + 3 * second)
      #expect(finder.speed == 0)
    }
  }

  @Test func whatIsOldIsNotFollowed() async throws {
    var finder = Self.walker()
    try await finder.run(for: 3)
    #expect(finder.speed > 15)
    let last = finder.dock.now - second / 30
    finder.dock.advance(to: last + 290_000_000)
    #expect(finder.speed > 15)
    finder.dock.advance(to: last + 400_000_000)
    #expect(finder.speed == 0)
  }

  @Test func anEmptyListSaysThatNobodyIsThere() async throws {
    var finder = Self.walker()
    try await finder.run(for: 3)
    #expect(finder.speed > 15)
    for _ in 0..<12 {
      try await finder.pass([])
      finder.dock.advance(to: finder.dock.now + second / 30)
    }
    #expect(finder.speed == 0)
    // It goes on as soon as somebody is found again, and never searches by itself.
    let pose = finder.dock.snapshot.pose
    for _ in 0..<300 {
      try await finder.pass([])
      finder.dock.advance(to: finder.dock.now + second / 30)
    }
    #expect(finder.dock.snapshot.pose == pose)
  }

  @Test(arguments: 0..<5)
  func theMotionEndsWithWhoeverHasTheMotors(way: Int) async throws {
    var finder = Self.walker()
    try await finder.run(for: 3)
    #expect(finder.speed > 15)
    switch way {
    case 0: try await finder.manager.setSystemTrackingEnabled(true)
    case 1: finder.dock.setDocked(false)
    case 2: try await finder.accessory.setAngularVelocity(Vector3D(x: 0, y: 0, z: 0))
    case 3: finder.dock.meet(Fault(.background, at: .time(finder.dock.now)))
    default: finder.dock.meet(Fault(.stall, at: .time(finder.dock.now)))
    }
    finder.dock.advance(to: finder.dock.now + second / 10)
    let yaw = finder.dock.snapshot.pose.yaw
    if way > 0 { #expect(finder.speed == 0) }
    finder.dock.advance(to: finder.dock.now + second / 10)
    if way > 0 { #expect(finder.dock.snapshot.pose.yaw == yaw) }
    let error: DockKitError? = [0: .notSupported, 1: .notConnected, 3: .notConnected][way]
    guard let error else { return }
    await #expect(throws: error) { try await finder.track() }
  }

  @Test func trackingTakesOverFromAnotherMotion() async throws {
    var finder = Self.walker()
    let progress = try await finder.accessory.setOrientation(
      Vector3D(x: 0, y: -2, z: 0), duration: .seconds(5))
    try await finder.run(for: 0.2)
    #expect(progress.isCancelled)
    try await finder.run(for: 1.5)
    #expect(abs(finder.dock.snapshot.pose.yaw - 15) < 2)
  }

  @Test(arguments: [
    CGRect(x: .nan, y: 0.1, width: 0.1, height: 0.1),
    CGRect(x: 0.1, y: 0.1, width: .infinity, height: 0.1),
    CGRect(x: 0.1, y: -.infinity, width: 0.1, height: 0.1),
    CGRect(x: 0.1, y: 0.1, width: 0, height: 0.1),
    CGRect(x: 0.1, y: 0.1, width: 0.1, height: 0), CGRect(x: 0.3, y: 0.3, width: -0.1, height: 0.1),
    CGRect(x: 1, y: 0.1, width: 0.1, height: 0.1), CGRect(x: 0.1, y: -0.2, width: 0.1, height: 0.1),
    CGRect(x: 0.1, y: 1.2, width: 0.1, height: 0.1),
  ])
  func aBoxThatIsNoneIsRefused(box: CGRect) async throws {
    let finder = Self.walker()
    await #expect(throws: DockKitError.invalidParameter) {
      try await finder.accessory.track(
        [DockAccessory.Observation(identifier: 1, type: .humanFace, rect: box)],
        cameraInformation: finder.camera)
    }
    await #expect(throws: DockKitError.invalidParameter) {
      try await finder.accessory.track(
        [AVMetadataFaceObject(faceID: 1, bounds: box)], cameraInformation: finder.camera)
    }
    #expect(finder.speed == 0)
  }

  @Test(
    arguments: [
      (CGSize(width: 0, height: 1080), Float(1500)), (CGSize(width: 1920, height: .nan), 1500),
      (CGSize(width: .infinity, height: 1080), 1500), (CGSize(width: 1920, height: 1080), 0),
      (CGSize(width: 1920, height: 1080), -1), (CGSize(width: 1920, height: 1080), .nan),
      (CGSize(width: 1920, height: 1080), .infinity),
    ] as [(CGSize, Float)])
  func aCameraThatIsNoneIsRefused(size: CGSize, focal: Float) async throws {
    var finder = Self.walker()
    (finder.size, finder.intrinsics) = (size, .focal(focal, of: size))
    await #expect(throws: DockKitError.invalidParameter) { try await finder.track() }
  }

  @Test func theIntrinsicsSayHowMuchIsInThePicture() async throws {
    var finder = Self.walker { $0.perform(.zoom(2000, over: 0)) }
    finder.size = CGSize(width: 1920, height: 1080)
    finder.intrinsics = .focal(Float(finder.dock.snapshot.view.focalLength(of: 1920)), of: .zero)
    try await finder.run(for: 10)
    let settled = finder.errors.filter { $0.time > 1.5 }
    #expect(settled.count > 200 && settled.allSatisfy { abs($0.angle) < 5 })
  }

  @Test(arguments: [
    (DockAccessory.CameraOrientation.portrait, PhoneOrientation.portrait),
    (.portraitUpsideDown, .portraitUpsideDown), (.landscapeLeft, .landscapeLeft),
    (.landscapeRight, .landscapeRight),
  ])
  func boxesAreTurnedWithThePhone(
    orientation: DockAccessory.CameraOrientation, turn: PhoneOrientation
  ) async throws {
    for form in [Finder.Form.observations, .metadata] {
      var finder = Self.walker { $0.orientation = turn }
      (finder.orientation, finder.form) = (orientation, form)
      finder.turn = { $0.upright(turn) }
      try await finder.run(for: 1.9)
      #expect(abs(finder.dock.snapshot.pose.yaw - 15) < 2)
      #expect(abs(finder.dock.snapshot.pose.pitch + 8) < 2)
    }
  }

  @Test func theOtherLensLooksTheOtherWay() async throws {
    var finder = Finder([(0, .arrives(.init(yaw: 170)))]) { $0.perform(.flip) }
    for position in [AVCaptureDevice.Position.front, .unspecified] {
      finder.position = position
      try await finder.run(for: 2)
      #expect(abs(finder.dock.snapshot.pose.yaw + 10) < 2)
    }
  }

  @Test(arguments: [DockAccessory.FramingMode.left, .right])
  func framingAndRegionSteerItToo(mode: DockAccessory.FramingMode) async throws {
    var finder = Self.walker()
    try await finder.accessory.setFramingMode(mode)
    try await finder.run(for: 1.9)
    let middle = try #require(finder.dock.snapshot.seen.first).rect.middle.x
    #expect(abs(middle - (mode == .left ? 1 / 6.0 : 5 / 6.0)) < 0.03)
    try await finder.accessory.setRegionOfInterest(CGRect(x: 0.5, y: 0, width: 0.5, height: 1))
    try await finder.run(for: 0.1)
    #expect(finder.speed > 0)
  }

  @Test(arguments: [DockAccessory.Observation.ObservationType.humanBody, .object])
  func bodiesAndObjectsAreFollowed(
    kind: DockAccessory.Observation.ObservationType
  ) async throws {
    for form in [Finder.Form.observations, .metadata] {
      var finder = Self.walker()
      (finder.kind, finder.form) = (kind, form)
      try await finder.run(for: 1.9)
      #expect(abs(finder.dock.snapshot.pose.yaw - 15) < 2)
    }
  }

  @Test(arguments: [true, false])
  func whoComesBackIsFollowed(isTheSame: Bool) async throws {
    var finder = Finder([
      (0, .arrives(.init(yaw: 10))), (3, .leaves), (5, .arrives(.init(yaw: -15))),
    ])
    try await finder.run(for: 3)
    finder.identifier = { isTheSame ? $0 : $0 + 7 }
    try await finder.run(for: 2)
    let yaw = finder.dock.snapshot.pose.yaw
    #expect(abs(yaw - 10) < 2 && finder.speed == 0)
    try await finder.run(for: 2)
    #expect(abs(finder.dock.snapshot.pose.yaw + 15) < 2)
    try await finder.manager.setSystemTrackingEnabled(true)
    #expect(finder.findings.filter { !$0.contains("tracking") } == [])
  }

  @Test func oneNumberForTwoMakesNoTrouble() async throws {
    var finder = Self.walker()
    finder.identifier = { _ in 1 }
    let seen = try #require(finder.dock.snapshot.seen.first)
    for _ in 0..<30 {
      try await finder.pass([seen, seen])
      finder.dock.advance(to: finder.dock.now + second / 30)
    }
    #expect(finder.dock.snapshot.pose.yaw > 0)
  }

  @Test func aDockWithoutATrackerSaysSo() async throws {
    let finder = Self.walker { $0.custom = nil }
    await #expect(throws: DockKitError.notSupportedByDevice) { try await finder.track() }
  }
}

extension matrix_float3x3 {
  /// The intrinsics of a camera of this focal length, in pixels.
  fileprivate static func focal(_ focal: Float, of size: CGSize) -> matrix_float3x3 {
    matrix_float3x3(
      columns: (
        SIMD3(focal, 0, 0), SIMD3(0, focal, 0),
        SIMD3(Float(size.width / 2), Float(size.height / 2), 1)
      ))
  }
}

extension CameraView {
  /// The focal length, in pixels of a picture this wide.
  fileprivate func focalLength(of width: Double) -> Double {
    // The picture is twice the tangent wide, at a distance of the focal length.
    let edge = point(of: LineOfSight(bearing: 1), at: .home)?.x ?? 0.5
    return (edge - 0.5) * width / (0.017_455_064_928_217_585)
  }
}
