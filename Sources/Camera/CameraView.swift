#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The side of the phone on which a lens is.
public enum LensSide: Sendable {
  /// The side away from the screen.
  case back
  /// The side of the screen.
  case front
}

/// What a phone on a dock sees: directions in the world to places in the picture, and back.
///
/// The lens is a pinhole without distortion, in the point about which the dock turns. Yaw carries
/// pitch: the base pans the motor that tilts the head. Pictures are upright and not mirrored, with
/// the origin in the upper left corner; `UnitRect` converts to others.
public struct CameraView: Equatable, Sendable {
  /// The angle that the longer side of the picture spans without zoom, in degrees; from 1 to 179.
  public let fieldOfView: Double
  /// The longer side of the picture divided by the shorter one; from 1 to 10.
  public let aspect: Double
  /// How much larger everything is than without zoom; at least 0.1, and at most 100.
  public let zoom: Double
  /// The side of the lens in use.
  public let lens: LensSide
  /// The side of the lens that looks ahead when the motors are at 0.
  public let ahead: LensSide
  /// How the phone is turned.
  public let orientation: PhoneOrientation
  /// The tangents of half of the angles that width and height span.
  private let halfWidth: Double
  private let halfHeight: Double

  /// Creates a view; a number out of its range is brought to the nearest in it, and NaN to the
  /// default.
  ///
  /// The defaults are a picture of 16 to 9 and 65 degrees, a usual wide lens of a phone. The back
  /// lens is ahead because DockKit's right is that of the back camera.
  public init(
    fieldOfView: Double = 65, aspect: Double = 16 / 9.0, zoom: Double = 1,
    lens: LensSide = .back, ahead: LensSide = .back,
    orientation: PhoneOrientation = .landscapeRight
  ) {
    func limited(_ value: Double, _ low: Double, _ high: Double, _ usual: Double) -> Double {
      value.isNaN ? usual : min(max(value, low), high)
    }
    self.fieldOfView = limited(fieldOfView, 1, 179, 65)
    self.aspect = limited(aspect, 1, 10, 16 / 9.0)
    self.zoom = limited(zoom, 0.1, 100, 1)
    (self.lens, self.ahead, self.orientation) = (lens, ahead, orientation)
    let long = tan(self.fieldOfView * .pi / 360) / self.zoom
    let short = long / self.aspect
    (halfWidth, halfHeight) = orientation.isWide ? (long, short) : (short, long)
  }

  /// The angle that the width of the picture spans, in degrees.
  public var horizontalAngle: Double { 2 * degrees(atan(halfWidth)) }

  /// The angle that the height of the picture spans, in degrees.
  public var verticalAngle: Double { 2 * degrees(atan(halfHeight)) }

  // MARK: Between poses and directions

  /// Where the lens looks when the dock is at `pose`.
  ///
  /// The two lenses look in opposite directions, so that what lowers one raises the other.
  public func gaze(at pose: DockPose) -> LineOfSight {
    lens == ahead
      ? LineOfSight(bearing: pose.yaw, elevation: -pose.pitch)
      : LineOfSight(bearing: pose.yaw + 180, elevation: pose.pitch)
  }

  /// The pose in which the lens looks in `direction`, with a yaw as near to `yaw` as can be.
  public func pose(looking direction: LineOfSight, near yaw: Double) -> DockPose {
    let isAhead = lens == ahead
    let turn = direction.bearing - (isAhead ? 0 : 180) - yaw
    return DockPose(
      yaw: yaw + remainder(turn, 360),
      pitch: isAhead ? -direction.elevation : direction.elevation)
  }

  // MARK: Into the picture

  /// Where `direction` is in the picture of a dock at `pose`, possibly outside of it.
  ///
  /// Nil if it is behind the lens.
  public func point(of direction: LineOfSight, at pose: DockPose) -> UnitPoint? {
    let gaze = gaze(at: pose)
    return point(of: direction, from: gaze, tilted: SineCosine(gaze.elevation))
  }

  /// Where `direction` is in the picture of a lens that looks along `gaze`, whose elevation has the
  /// sine and the cosine of `tilt`.
  private func point(
    of direction: LineOfSight, from gaze: LineOfSight, tilted tilt: SineCosine
  ) -> UnitPoint? {
    let (e, b) = (SineCosine(direction.elevation), SineCosine(direction.bearing - gaze.bearing))
    let forward = e.cosine * b.cosine
    return point(
      right: e.cosine * b.sine, up: e.sine * tilt.cosine - forward * tilt.sine,
      depth: e.sine * tilt.sine + forward * tilt.cosine)
  }

  /// The rectangle of `figure` in the picture of a dock at `pose`, cut at the edges.
  ///
  /// Nil if nothing of it is in the picture.
  public func rect(of figure: Figure, at pose: DockPose) -> UnitRect? {
    whole(figure, at: pose)?.intersection(.whole)
  }

  /// The same rectangle with what is outside of the picture; nil if a part is behind the lens.
  public func whole(_ figure: Figure, at pose: DockPose) -> UnitRect? {
    guard figure.distance > 0 else { return nil }
    let (across, up) = (figure.width / 2 / figure.distance, figure.height / 2 / figure.distance)
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    let gaze = gaze(at: pose)
    let tilt = SineCosine(gaze.elevation)
    // The figure is upright: its sides are level with the horizon and its width is across.
    let (e, b) = (SineCosine(figure.direction.elevation), SineCosine(figure.direction.bearing))
    for (side, rise) in [(-across, -up), (across, -up), (-across, up), (across, up)] {
      let x = e.cosine * b.sine + side * b.cosine
      let z = e.cosine * b.cosine - side * b.sine
      let corner = LineOfSight(
        bearing: degrees(atan2(x, z)), elevation: degrees(atan2(e.sine + rise, hypot(x, z))))
      guard let point = point(of: corner, from: gaze, tilted: tilt) else { return nil }
      low = SIMD2(min(low.x, point.x), min(low.y, point.y))
      high = SIMD2(max(high.x, point.x), max(high.y, point.y))
    }
    return UnitRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  // MARK: Out of the picture

  /// The direction of `point` in the picture of a dock at `pose`; its bearing counts the turns of
  /// the pose.
  public func direction(of point: UnitPoint, at pose: DockPose) -> LineOfSight {
    let gaze = gaze(at: pose)
    let tilt = radians(gaze.elevation)
    let (right, up) = ray(through: point)
    let (level, depth) = (up * cos(tilt) + sin(tilt), cos(tilt) - up * sin(tilt))
    return LineOfSight(
      bearing: gaze.bearing + degrees(atan2(right, depth)),
      elevation: degrees(atan2(level, hypot(right, depth))))
  }

  /// The figure of `width` metres that fills `rect` in the picture of a dock at `pose`.
  ///
  /// Exact for small rectangles, and within a few percent for those that fill half of the picture.
  public func figure(filling rect: UnitRect, width: Double, at pose: DockPose) -> Figure {
    let size = angles(of: rect)
    let distance = width / 2 / max(tan(radians(size.width) / 2), 1e-9)
    return Figure(
      direction: direction(of: rect.middle, at: pose), distance: distance, width: width,
      height: 2 * distance * tan(radians(size.height) / 2))
  }

  /// The angles that the width and the height of `rect` span, in degrees.
  public func angles(of rect: UnitRect) -> (width: Double, height: Double) {
    func between(_ a: (right: Double, up: Double), _ b: (right: Double, up: Double)) -> Double {
      let dot = a.right * b.right + a.up * b.up + 1
      let cross = hypot(a.right - b.right, a.up - b.up, a.right * b.up - a.up * b.right)
      return degrees(atan2(cross, dot))
    }
    let middle = rect.middle
    let width = between(
      ray(through: UnitPoint(x: rect.x, y: middle.y)),
      ray(through: UnitPoint(x: rect.x + rect.width, y: middle.y)))
    let height = between(
      ray(through: UnitPoint(x: middle.x, y: rect.y)),
      ray(through: UnitPoint(x: middle.x, y: rect.y + rect.height)))
    return (width, height)
  }

  // MARK: Framing

  /// The pose that brings `direction` to `point` of the picture, with a yaw as near to `yaw` as can
  /// be.
  ///
  /// In closed form: first the tilt that brings it to the right height, then the pan. A direction
  /// far up or down cannot be brought to every point; then as near to it as can be.
  public func pose(bringing direction: LineOfSight, to point: UnitPoint, near yaw: Double)
    -> DockPose
  {
    let (right, up) = ray(through: point)
    let length = (1 + right * right + up * up).squareRoot()
    let rise = sin(radians(direction.elevation)) * length / (1 + up * up).squareRoot()
    let tilt = asin(min(max(rise, -1), 1)) - atan(up)
    let aside = atan2(right, cos(tilt) - up * sin(tilt))
    let gaze = LineOfSight(bearing: direction.bearing - degrees(aside), elevation: degrees(tilt))
    return pose(looking: gaze, near: yaw)
  }

  /// The ray through `point`, at a depth of 1.
  private func ray(through point: UnitPoint) -> (right: Double, up: Double) {
    ((2 * point.x - 1) * halfWidth, (1 - 2 * point.y) * halfHeight)
  }

  private func point(right: Double, up: Double, depth: Double) -> UnitPoint? {
    // Nearer to the plane of the lens than this, a place in the picture has no meaning.
    guard depth > 1e-6 else { return nil }
    return UnitPoint(
      x: 0.5 + right / depth / halfWidth / 2, y: 0.5 - up / depth / halfHeight / 2)
  }
}

/// The sine and the cosine of an angle, computed once.
private struct SineCosine {
  let sine, cosine: Double

  /// Those of `angle` degrees.
  init(_ angle: Double) {
    let angle = radians(angle)
    (sine, cosine) = (sin(angle), cos(angle))
  }
}

private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

private func degrees(_ radians: Double) -> Double { radians * 180 / .pi }

/// The length of a vector of three numbers.
private func hypot(_ x: Double, _ y: Double, _ z: Double) -> Double {
  (x * x + y * y + z * z).squareRoot()
}
