import Camera
import DockKit
import Hardware
import Quantities
import Simulation

/// What the camera is pointed at, and how, at an instant.
package struct Shot: Sendable {
  /// When, in nanoseconds.
  package var time: Int
  /// The whole picture of the camera.
  package var view: CameraView
  /// The part of it that the script keeps.
  package var part = UnitRect.whole
  /// Where the dock stands, in degrees.
  package var pose: DockPose
  /// How fast the dock turns, in degrees a second.
  package var speed = DockPose.home
  /// When the recording began that is under way, in nanoseconds; nil if there is none.
  package var recordsSince: Int?
  /// The part of the picture in which subjects are framed.
  package var region = UnitRect.whole

  /// Creates a shot of a dock that rests at `pose`.
  package init(time: Int, view: CameraView, pose: DockPose) {
    (self.time, self.view, self.pose) = (time, view, pose)
  }

  /// Creates the shot of `world` as it stands.
  package init(of world: DockWorld, held orientation: PhoneOrientation) {
    self.init(
      time: world.now, phone: world.phone, held: orientation, at: world.pose,
      turning: world.speeds)
    region = UnitRect(world.regionOfInterest)
  }

  /// Creates the shot of a phone in a dock at `pose`, in degrees.
  init(
    time: Int, phone: PhoneState, held orientation: PhoneOrientation, at pose: AxisVector,
    turning speeds: AxisVector
  ) {
    let (width, height) = (Double(phone.format.width), Double(phone.format.height))
    view = CameraView(
      aspect: max(width, height) / min(width, height),
      zoom: Thousandths(phone.zoom(at: time)).number, lens: phone.isFlipped ? .front : .back,
      orientation: orientation)
    if let crop = phone.crop {
      // A crop that is larger than the picture keeps all of it.
      let (across, down) = (
        min(1, Double(crop.width) / width), min(1, Double(crop.height) / height)
      )
      let (x, y) = orientation.isWide ? (across, down) : (down, across)
      part = UnitRect(x: (1 - x) / 2, y: (1 - y) / 2, width: x, height: y)
    }
    self.time = time
    self.pose = DockPose(yaw: pose.yaw, pitch: pose.pitch)
    speed = DockPose(yaw: speeds.yaw, pitch: speeds.pitch)
    recordsSince = phone.recordsSince
  }

  /// The width of the picture divided by its height.
  package var shape: Double {
    let whole = view.orientation.isWide ? view.aspect : 1 / view.aspect
    return whole * part.width / part.height
  }
}

/// The shots of a run, at any time.
package struct Shooting: Sendable {
  private let trace: Trace
  private let orientation: PhoneOrientation
  private let phones: [(time: Int, state: PhoneState)]
  private let regions: [(time: Int, rect: UnitRect)]

  /// Creates the shots of `trace`, with a phone that is held as `orientation` says.
  package init(of trace: Trace, held orientation: PhoneOrientation) {
    (self.trace, self.orientation) = (trace, orientation)
    phones = trace.phoneStates
    regions = trace.events.compactMap { event in
      guard case .call(.setRegionOfInterest(let rect), nil) = event.kind else { return nil }
      return (event.time, UnitRect(rect))
    }
  }

  /// When the run ended, in nanoseconds.
  package var end: Int { trace.end }

  /// The phone at `time` nanoseconds.
  package func phone(at time: Int) -> PhoneState {
    phones.last { $0.time <= time }?.state ?? PhoneState()
  }

  /// The shot at `time` nanoseconds.
  package func shot(at time: Int) -> Shot {
    let seconds = Nanoseconds(time).seconds
    func motion(_ value: (AxisMotion) -> Double) -> AxisVector {
      AxisVector(
        yaw: trace.motion(of: .yaw).map(value) ?? 0,
        pitch: trace.motion(of: .pitch).map(value) ?? 0)
    }
    var shot = Shot(
      time: time, phone: phone(at: time), held: orientation,
      at: motion { $0.position(at: seconds) }, turning: motion { $0.speed(at: seconds) })
    if let region = regions.last(where: { $0.time <= time }) { shot.region = region.rect }
    return shot
  }

  /// The times between which the camera recorded, in nanoseconds; a recording that is not ended
  /// goes on to the end.
  package var recordings: [Range<Int>] {
    var spans: [Range<Int>] = []
    var start: Int?
    for (time, state) in phones where state.isRecording != (start != nil) {
      if let begun = start {
        if time > begun { spans.append(begun..<time) }
        start = nil
      } else {
        start = time
      }
    }
    if let start, start < end { spans.append(start..<end) }
    return spans
  }
}

extension DockWorld {
  /// Gives `faces` that were found in the upright picture of this instant to DockKit's `track`.
  ///
  /// - Throws: `DockKitError` if the dock does not turn after them.
  package mutating func track(faces: [UnitRect]) throws(DockKitError) {
    let found = faces.enumerated().map { index, face in
      let rect = face.lowerLeft
      return DockDetection(
        DockAccessory.Observation(
          identifier: index, type: .humanFace,
          rect: CGRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height)))
    }
    let camera = DockAccessory.CameraInformation(
      captureDevice: .builtInWideAngleCamera, cameraPosition: .unspecified,
      orientation: .corrected, cameraIntrinsics: nil, referenceDimensions: nil)
    try track(found, through: camera)
  }
}
