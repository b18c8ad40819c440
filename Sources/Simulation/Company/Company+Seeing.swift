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
  /// True if the person looks at the camera.
  public let isLooking: Bool

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
    var present: [(subject: Int, stretch: Course.Stretch, figure: Figure)] = []
    for (subject, course) in courses.enumerated() {
      guard let stretch = course.stretch(at: time), stretch.isPresent else { continue }
      let size = subjects[subject].isPerson ? Company.face : Company.object
      present.append((subject, stretch, stretch.walk.point(at: time).figure(size)))
    }
    return present.compactMap { subject, stretch, figure in
      guard let whole = view.whole(figure, at: pose), whole.width >= Company.leastWidth,
        let rect = whole.intersection(.whole)
      else { return nil }
      let nearer = present.filter { $0.figure.distance < figure.distance }
      let cover = nearer.reduce(0.0) { sum, other in
        sum + shared(rect, other.figure, isPerson: subjects[other.subject].isPerson, view, pose)
      }
      guard cover <= Company.hidden * rect.width * rect.height else { return nil }
      let isPerson = subjects[subject].isPerson
      return Seen(
        subject: subject, kind: isPerson ? .face : .object, rect: rect,
        isSpeaking: isPerson && time < stretch.speech, isLooking: isPerson && stretch.isLooking)
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

  /// The area of `rect` that a nearer figure hides, with the body below the face of a person.
  private func shared(
    _ rect: UnitRect, _ figure: Figure, isPerson: Bool, _ view: CameraView, _ pose: DockPose
  ) -> Double {
    func area(_ figure: Figure) -> Double {
      guard let part = view.whole(figure, at: pose)?.intersection(rect) else { return 0 }
      return part.width * part.height
    }
    guard isPerson else { return area(figure) }
    return area(figure) + area(figure.body)
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
