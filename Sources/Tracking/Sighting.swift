import Camera

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A subject seen once: a detection, or a face and the body that it belongs to, in world angles.
struct Sighting: Equatable, Sendable {
  /// The greatest number of detections that are used of one picture.
  static let most = 64

  /// Persons and objects are never taken for one another.
  var isPerson: Bool
  /// Where the followed point is: the middle of a face or of an object, the head of a body.
  var direction: LineOfSight
  /// The variance of the bearing and of the elevation, in degrees squared.
  var noise: SIMD2<Double>
  /// The angle that the height of a person or an object spans, in degrees.
  var height: Double
  /// Where in the picture.
  var rect: UnitRect
  /// True if a face was seen.
  var hasFace: Bool
  /// True if the height may be off by half, because it is not that of a whole face.
  var isHeightGuessed: Bool
  /// The place of the detection, of a person's body if that was seen, in its picture.
  var index: Int
  var identifier: Int?
  var speaking: Double?
  var looking: Double?

  /// The share of the height of a body at which the middle of the head is, from above: a head is an
  /// eighth of a body (the canon of Vitruvius).
  static let headOfBody = 1 / 16.0
  /// How many times as high as the face a body is: a face is a tenth of a body (the same canon).
  static let facesInBody = 10.0
  /// The standard deviation of a direction from a rectangle of no size, in degrees.
  ///
  /// That is the noise for which the figures of the tracker are given.
  static let leastNoise = 0.15
  /// The standard deviation of the middle of a rectangle, as a share of its width or height.
  ///
  /// Cascades have 0.3 to 0.7 %, gradient histograms 3 % of a face (measured on drawn faces).
  static let noiseOfSize = 0.02

  /// How near to an edge of the picture a rectangle is taken to be cut by it, as a share.
  static let edge = 0.005

  /// Creates the sighting of `detection`, the `index`th of its picture.
  init(_ detection: Detection, _ index: Int, rect: UnitRect, at pose: DockPose, in view: CameraView)
  {
    isPerson = detection.kind != .object
    hasFace = detection.kind == .face
    self.rect = rect
    self.index = index
    (identifier, speaking, looking) =
      (detection.identifier, detection.speaking, detection.looking)
    // What is cut off at an edge of the picture moves the middle of the rest.
    let edge = Sighting.edge
    let isCutAside = rect.x < edge || rect.x + rect.width > 1 - edge
    let isCutAbove = rect.y < edge
    let isCutBelow = rect.y + rect.height > 1 - edge
    isHeightGuessed = !hasFace || isCutAbove || isCutBelow
    var point = rect.middle
    if detection.kind == .body { point.y = rect.y + rect.height * Sighting.headOfBody }
    direction = view.direction(of: point, at: pose)
    let size = view.angles(of: rect)
    height = hasFace ? size.height * Sighting.facesInBody : size.height
    let share = Sighting.noiseOfSize * min(size.width, size.height)
    let deviation = max(Sighting.leastNoise, share)
    let half = max(size.width, size.height) / 2
    let across = isCutAside ? half : deviation
    let up = isCutAbove || isCutBelow && hasFace ? half : deviation
    // Meridians come together towards the zenith; within a few degrees of it no bearing means much.
    let level = max(cos(direction.elevation * .pi / 180), 0.05)
    noise = SIMD2(across * across / (level * level), up * up)
  }

  /// The sightings of `detections` in a picture that was taken at `pose`.
  ///
  /// What cannot be used is left out and counted in `rejections`.
  static func all(
    of detections: [Detection], at pose: DockPose, in view: CameraView,
    rejections: inout Rejections
  ) -> [Sighting] {
    rejections.tooMany += max(0, detections.count - most)
    var sightings: [Sighting] = []
    for (index, detection) in detections.prefix(most).enumerated() {
      let confidences = [detection.speaking, detection.looking].compactMap { $0 }
      guard detection.rect.isFinite, confidences.allSatisfy(\.isFinite) else {
        rejections.notFinite += 1
        continue
      }
      guard let rect = detection.rect.intersection(.whole) else {
        rejections.outside += 1
        continue
      }
      let isRepeated =
        detection.identifier != nil
        && detections[..<index].contains {
          $0.kind == detection.kind && $0.identifier == detection.identifier
        }
      if isRepeated {
        rejections.repeated += 1
        continue
      }
      sightings.append(Sighting(detection, index, rect: rect, at: pose, in: view))
    }
    return joined(sightings, detections)
  }

  /// The sightings with each face joined to the body that it belongs to.
  ///
  /// That is the smallest free body in whose upper third, half a face wider, the face is.
  private static func joined(_ all: [Sighting], _ detections: [Detection]) -> [Sighting] {
    var bodies = all.filter { $0.isPerson && !$0.hasFace }
    var others = all.filter { !$0.isPerson }
    for face in all where face.hasFace {
      let middle = face.rect.middle
      let fitting = bodies.indices.filter { index in
        let body = bodies[index].rect
        let spare = face.rect.width / 2
        let head = UnitRect(
          x: body.x - spare, y: body.y - spare, width: body.width + 2 * spare,
          height: body.height / 3 + spare)
        return !bodies[index].hasFace && head.contains(middle)
      }
      guard let index = fitting.min(by: { bodies[$0].rect.width < bodies[$1].rect.width }) else {
        others.append(face)
        continue
      }
      bodies[index].hasFace = true
      (bodies[index].direction, bodies[index].noise) = (face.direction, face.noise)
      (bodies[index].height, bodies[index].isHeightGuessed) = (face.height, face.isHeightGuessed)
      bodies[index].identifier = face.identifier ?? bodies[index].identifier
      bodies[index].speaking = face.speaking ?? bodies[index].speaking
      bodies[index].looking = face.looking ?? bodies[index].looking
    }
    return (bodies + others).sorted { $0.index < $1.index }
  }
}
