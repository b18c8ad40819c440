import Camera

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Somebody or something in a picture.
public struct Seen: Equatable, Sendable {
  /// The number of the subject; nil if the detector has mistaken something for a face.
  public let subject: Int?
  /// What it is.
  public let kind: Kind
  /// Where the face or the object is; the upper left corner is the origin.
  public let rect: UnitRect
  /// True if the person speaks.
  public let isSpeaking: Bool
  /// How sure the phone is that the person looks at the camera, from 0 to 1.
  public let looking: Double

  /// What can be found in a picture.
  public enum Kind: Equatable, Sendable {
    /// The face of a person.
    case face
    /// The body of a person, with the head.
    case body
    /// Something else.
    case object
  }

  /// True of a person, false of an object.
  public var isPerson: Bool { kind != .object }
}

extension Company {
  /// How wide and how high a face is, in metres.
  static let face = (width: 0.16, height: 0.2)
  /// How wide and how high an object is, in metres: a ball, a box, a small animal.
  static let object = (width: 0.2, height: 0.2)
  /// How wide a body is below the face, and how far down it reaches, in metres.
  static let body = (width: 0.45, height: 1.4)
  /// The least width of what is found, as a share of that of the picture: 20 of 1280 pixels, of
  /// which detectors find few.
  static let leastWidth = 0.0156
  /// Which share of a face may be hidden before it is not found.
  static let hidden = 0.5

  /// Whom and what `view` shows at `time` nanoseconds in a dock at `pose`, in the order of the
  /// subjects: what is in the picture, large enough, and not behind what is nearer.
  public func seen(at time: Int, from pose: DockPose, through view: CameraView) -> [Seen] {
    guard isLit(at: time) else { return [] }
    var present: [Present] = []
    for (subject, course) in courses.enumerated() {
      guard let stretch = course.stretch(at: time), stretch.isPresent else { continue }
      let isPerson = subjects[subject].isPerson
      let figure = stretch.walk.point(at: time).figure(isPerson ? Company.face : Company.object)
      present.append(
        Present(
          subject: subject, stretch: stretch, figure: figure, isPerson: isPerson,
          whole: view.whole(figure, at: pose)))
    }
    // Whoever is the farthest hides nobody.
    let farthest = present.reduce(0.0) { max($0, $1.figure.distance) }
    for index in present.indices
    where present[index].isPerson && present[index].figure.distance < farthest {
      present[index].body = view.whole(present[index].figure.body, at: pose)
    }
    return present.compactMap { one in
      guard let whole = one.whole, whole.width >= Company.leastWidth,
        let rect = whole.intersection(.whole)
      else { return nil }
      let cover = present.reduce(0.0) { sum, other in
        other.figure.distance < one.figure.distance ? sum + other.covered(of: rect) : sum
      }
      guard cover <= Company.hidden * rect.width * rect.height else { return nil }
      return Seen(
        subject: one.subject, kind: one.isPerson ? .face : .object, rect: rect,
        isSpeaking: one.isPerson && time < one.stretch.speech,
        looking: one.isPerson ? one.stretch.looking : 0)
    }
  }

  /// How often the subject of this number has arrived by `time`, in nanoseconds.
  func arrivals(of subject: Int, at time: Int) -> Int {
    courses[subject].stretch(at: time)?.arrivals ?? 0
  }

  /// True if the subject of this number is there at `time` nanoseconds.
  func isPresent(_ subject: Int, at time: Int) -> Bool {
    courses[subject].stretch(at: time)?.isPresent ?? false
  }

  /// Where the subject of this number is at `time` nanoseconds; nil if it is not there.
  func direction(of subject: Int, at time: Int) -> LineOfSight? {
    guard let stretch = courses[subject].stretch(at: time), stretch.isPresent else { return nil }
    return stretch.walk.point(at: time).figure(Company.face).direction
  }

  /// When the last thing changes that is known now, in nanoseconds.
  package var lastChange: Int { max(events.last?.time ?? 0, courses.map(\.lastChange).max() ?? 0) }
}

/// Somebody or something that is there, and where the picture shows it.
private struct Present {
  let subject: Int
  let stretch: Course.Stretch
  let figure: Figure
  let isPerson: Bool
  /// The face or the object, with what is outside of the picture; nil if a part is behind the lens.
  let whole: UnitRect?
  /// The same of the body below the face; nil also of an object, and of who hides nobody.
  var body: UnitRect?

  /// The area of `rect` that it hides, with the body below the face of a person.
  func covered(of rect: UnitRect) -> Double {
    func area(_ part: UnitRect?) -> Double {
      guard let part = part?.intersection(rect) else { return 0 }
      return part.width * part.height
    }
    return area(whole) + area(body)
  }
}

extension Walk.Point {
  /// What stands here, with its middle at the point.
  func figure(_ size: (width: Double, height: Double)) -> Figure {
    let away = (distance * distance + height * height).squareRoot()
    let elevation = atan2(height, distance) * 180 / .pi
    return Figure(
      direction: LineOfSight(bearing: bearing, elevation: elevation), distance: away,
      width: size.width, height: size.height)
  }
}

extension Figure {
  /// The body below this face.
  fileprivate var body: Figure {
    let slope = direction.elevation * .pi / 180
    let floor = distance * cos(slope)
    let height = distance * sin(slope) - (self.height + Company.body.height) / 2
    return Walk.Point(bearing: direction.bearing, distance: floor, height: height)
      .figure(Company.body)
  }
}
