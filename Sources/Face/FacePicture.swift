import Drawing
import Vocabulary

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A screen with a face on it, in a picture.
package struct FaceScreen: Equatable, Sendable {
  /// Its upper left corner.
  package var x, y: Double
  /// Its size.
  package var width, height: Double
  /// The radius of its corners; without one it has no frame either.
  package var radius: Double
  /// How much larger than on a phone the face is.
  package var zoom = 1.0

  /// Creates a screen.
  package init(
    x: Double, y: Double, width: Double, height: Double, radius: Double = 0, zoom: Double = 1
  ) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
    (self.radius, self.zoom) = (radius, zoom)
  }

  /// The screen and `look` on it; the parts are groups named `eye`, `brow`, `mouth`, `tear`,
  /// `cheek` and `ripple`, an eye with its middle as facts.
  package func draw(_ look: FaceLook) -> Picture.Group {
    var face = Picture.Group("face", facts: [.init("mood", look.mood.rawValue)])
    let screen = Path.rectangle(x: x, y: y, width: width, height: height, radius: radius)
    let style = radius > 0 ? Style.area(.screen, outline: .frame, width: 1) : .area(.screen)
    face.elements.append(.shape(screen, style))
    if look.flash > 0 {
      let red = FaceColor.red.color
      face.elements.append(.shape(screen, .area(.screen, tint: red, opacity: look.flash * 0.35)))
    }
    face.elements += FaceArtist(look, on: self).parts
    for ripple in look.ripples { face.elements.append(.group(draw(ripple, look.shine))) }
    return face
  }
}

extension FaceScreen {
  /// A ring of this colour, around the middle of the screen.
  private func draw(_ ripple: Ripple, _ color: Color) -> Picture.Group {
    let radius = ripple.radius * min(width, height) / 2
    let ring = Ripple.ring(x + width / 2, y + height / 2, radius: radius)
    var group = Picture.Group("ripple")
    group.elements = [.shape(ring, .area(.light, tint: color, opacity: ripple.opacity))]
    return group
  }
}

/// Draws the parts of a face; lengths are units of `FaceMeasure`, with the middle of the eyes at 0.
private struct FaceArtist {
  let look: FaceLook
  let screen: FaceScreen
  var parts: [Picture.Element] = []

  private let unit: Double
  private let turn: (sine: Double, cosine: Double)
  /// How far above the middle of the screen the middle of the eyes is.
  private static let lift = 1.1
  /// How far below the eyes the mouth is.
  private static let mouthHeight = 6.9
  private static let lipThickness = 0.8

  init(_ look: FaceLook, on screen: FaceScreen) {
    (self.look, self.screen) = (look, screen)
    unit =
      FaceMeasure.unit(width: screen.width, height: screen.height) * look.scale * screen.zoom
    let angle = look.rotation * .pi / 180
    turn = (sin(angle), cos(angle))
    for side in [-1.0, 1] { drawEye(side) }
    if look.pose.brow > 0.05 { for side in [-1.0, 1] { drawBrow(side) } }
    drawMouth()
    if look.pose.blush > 0.05 { for side in [-1.0, 1] { drawCheek(side) } }
    if look.pose.tear > 0.05 { drawTear() }
  }

  // MARK: - From units to the page

  private func place(_ point: Point) -> Point {
    let (x, y) = (point.x + look.shift, point.y - FaceArtist.lift)
    return Point(
      screen.x + screen.width / 2 + (x * turn.cosine - y * turn.sine) * unit,
      screen.y + screen.height / 2 + (x * turn.sine + y * turn.cosine) * unit)
  }

  private mutating func add(
    _ name: String, _ path: Path, halo: [Path] = [], color: Color? = nil, opacity: Double = 1,
    facts: [Picture.Fact] = []
  ) {
    var group = Picture.Group(name, facts: facts)
    for (path, share) in zip(halo, [0.1, 0.16]) {
      // Where there are no colours, nothing glows.
      let style = Style.area(.screen, tint: look.shine, opacity: share * look.glow)
      group.elements.append(.shape(path.mapped(place), style))
    }
    let style = Style.area(.light, tint: color ?? look.shine, opacity: opacity)
    group.elements.append(.shape(path.mapped(place), style))
    parts.append(.group(group))
  }

  // MARK: - Eyes

  /// The middle of the eye on a side: -1 for the left, 1 for the right.
  private func middle(_ side: Double) -> Point {
    Point(
      side * FaceMeasure.spacing * FaceMeasure.eyeWidth / 2 + look.offset.x + look.pose.lookX,
      look.offset.y + look.pose.lookY)
  }

  private func height(_ side: Double) -> Double {
    FaceMeasure.eyeHeight * look.eyes.height * (1 - side * look.pose.uneven)
  }

  private mutating func drawEye(_ side: Double) {
    let center = middle(side)
    let shapes = [1.1, 0.5, 0].map { grow in
      eye(side, grown: grow).mapped { Point(center.x + side * $0.x, center.y + $0.y) }
    }
    let shown = place(center)
    func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    add(
      "eye", shapes[2], halo: [shapes[0], shapes[1]],
      facts: [.init("x", rounded(shown.x)), .init("y", rounded(shown.y))])
  }

  /// The eye on the right about its middle, `grown` on all sides; the one on the left is its image.
  private func eye(_ side: Double, grown: Double) -> Path {
    let pose = look.pose
    let width = FaceMeasure.eyeWidth * look.eyes.width
    let open = max(0.05, look.openness)
    switch pose.form {
    case .bar: return bar(width, height(side), side, grown)
    case .arch:
      return Path.arc(width: width * 2.3, rise: -3.2 * look.eyes.height * open, thick: 1.5, grown)
    case .bowl:
      return Path.arc(width: width * 2.2, rise: 2.4 * look.eyes.height * open, thick: 1.3, grown)
    case .heart:
      return Path.heart.mapped {
        Point($0.x * (width * 0.95 + grown), $0.y * (height(side) * 0.27 + grown) * open)
      }
    case .star:
      let (x, y) = (width * 1.25 + grown * 1.2, (height(side) * 0.42 + grown * 1.2) * open)
      return Path.star.mapped { Point($0.x * x, $0.y * y) }
    }
  }

  private func bar(_ width: Double, _ height: Double, _ side: Double, _ grown: Double) -> Path {
    let pose = look.pose
    let open = max(0.05, look.openness)
    let half = width / 2
    // A blink closes towards a line a little below the middle.
    func y(_ value: Double) -> Double { 0.8 + (value - 0.8) * open }
    let top = -height / 2 + height * pose.lid
    let lean = pose.slant * width / 2
    let bottom = height / 2
    let cheek = height * pose.cheek
    let wide = half * (1 + 0.25 * (1 - open)) + grown
    let (inner, outer) = (y(top + lean) - grown, y(top - lean) - grown)
    // Lids have sharper corners than the ends of a bar.
    let upper = (half + grown) * (pose.lid > 0.05 ? 0.55 : 1)
    let low = y(bottom) + grown
    let room = (low - max(inner, outer)) / 2
    let (r, roof) = (min(upper, room), min(half + grown, room))
    let tilt = (outer - inner) * r / (2 * wide)
    var path = Path()
    path.parts = [
      .move(Point(-wide, inner + r)), .quad(Point(-wide, inner), Point(-wide + r, inner + tilt)),
      .line(Point(wide - r, outer - tilt)), .quad(Point(wide, outer), Point(wide, outer + r)),
      .line(Point(wide, low - roof)),
    ]
    if cheek > 0.1 {
      // A cheek is an arc, as deep as an eye is wide.
      let side = y(bottom - cheek + FaceMeasure.eyeWidth * 0.55) + grown
      let middle = 2 * (y(bottom - cheek) + grown) - side
      path.parts[4] = .line(Point(wide, side - roof * 0.5))
      path.parts += [
        .quad(Point(wide, side), Point(wide * 0.7, side - roof * 0.15)),
        .quad(Point(0, middle), Point(-wide * 0.7, side - roof * 0.15)),
        .quad(Point(-wide, side), Point(-wide, side - roof * 0.5)), .close,
      ]
    } else {
      path.parts += [
        .quad(Point(wide, low), Point(wide - roof, low)), .line(Point(roof - wide, low)),
        .quad(Point(-wide, low), Point(-wide, low - roof)), .close,
      ]
    }
    return path
  }

  // MARK: - The rest

  private mutating func drawBrow(_ side: Double) {
    let pose = look.pose
    let center = middle(side)
    let top = -height(side) / 2 + height(side) * pose.lid * 0.9
    let y = top - pose.browRise + side * pose.browUneven - 0.4
    let half = 1.9
    let thick = pose.brow
    var path = Path()
    let (inner, outer) = (y + pose.browSlant / 2, y - pose.browSlant / 2)
    let bend = -0.5
    path.parts = [
      .move(Point(-half, inner - thick / 2)),
      .quad(Point(0, (inner + outer) / 2 - thick / 2 + bend), Point(half, outer - thick / 2)),
      .quad(Point(half + thick * 0.8, outer), Point(half, outer + thick / 2)),
      .quad(Point(0, (inner + outer) / 2 + thick / 2 + bend), Point(-half, inner + thick / 2)),
      .quad(Point(-half - thick * 0.8, inner), Point(-half, inner - thick / 2)), .close,
    ]
    // A brow goes a part of the way with the eyes.
    add("brow", path.mapped { Point(center.x * 0.97 + side * $0.x, $0.y + center.y * 0.6) })
  }

  private mutating func drawMouth() {
    let pose = look.pose
    let (half, thick) = (pose.mouth, FaceArtist.lipThickness)
    let (left, right) = (pose.smirk / 2, -pose.smirk / 2)
    func lip(_ way: Double, open: Double) -> (Point, Point) {
      let bend = pose.smile * 4 / 3 + way * (open * 4 / 3 + thick / 2)
      let (a, b) = (left + bend - pose.quiver, right + bend + pose.quiver)
      // The more it is open, the rounder it is.
      let x = half * (0.45 + 0.45 * min(1, open))
      return (Point(-x, a), Point(x, b))
    }
    let upper = lip(-1, open: pose.lip)
    let lower = lip(1, open: pose.jaw)
    // The ends are higher where the middle is lower.
    let lift = -pose.smile / 2
    func down(_ point: Point) -> Point {
      Point(point.x + look.offset.x * 0.35, point.y + lift + FaceArtist.mouthHeight)
    }
    // An open mouth comes to a point at its ends.
    let end = thick * max(0.1, 1 - min(1, pose.lip))
    var path = Path()
    path.parts = [
      .move(Point(-half, left - end / 2)),
      .cubic(upper.0, upper.1, Point(half, right - end / 2)),
      .quad(Point(half + end * 0.75, right), Point(half, right + end / 2)),
      .cubic(lower.1, lower.0, Point(-half, left + end / 2)),
      .quad(Point(-half - end * 0.75, left), Point(-half, left - end / 2)), .close,
    ]
    add("mouth", path.mapped(down))
  }

  private mutating func drawCheek(_ side: Double) {
    let circle = Path.circle(0, 0, radius: 1)
    let path = circle.mapped { Point(side * 6.6 + $0.x * 1.5, 5.2 + $0.y * 0.8) }
    add("cheek", path, color: FaceColor.pink.color, opacity: 0.45 * look.pose.blush)
  }

  private mutating func drawTear() {
    let center = middle(-1)
    let size = look.pose.tear
    var drop = Path()
    drop.parts = [
      .move(Point(0, -1.5)), .cubic(Point(0.25, -0.7), Point(0.8, -0.2), Point(0.8, 0.4)),
      .cubic(Point(0.8, 1.3), Point(-0.8, 1.3), Point(-0.8, 0.4)),
      .cubic(Point(-0.8, -0.2), Point(-0.25, -0.7), Point(0, -1.5)), .close,
    ]
    let y = height(-1) / 2 + 1.9 + center.y
    add(
      "tear", drop.mapped { Point(center.x - 0.6 + $0.x * size, y + $0.y * size) },
      color: FaceColor.cyan.color)
  }
}

extension Path {
  /// A heart, 2 wide and 2 high, about 0.
  fileprivate static let heart: Path = {
    var path = Path()
    path.parts = [
      .move(Point(0, 1)), .cubic(Point(-0.45, 0.6), Point(-1, 0.2), Point(-1, -0.4)),
      .cubic(Point(-1, -0.82), Point(-0.72, -1), Point(-0.5, -1)),
      .cubic(Point(-0.27, -1), Point(-0.08, -0.84), Point(0, -0.62)),
      .cubic(Point(0.08, -0.84), Point(0.27, -1), Point(0.5, -1)),
      .cubic(Point(0.72, -1), Point(1, -0.82), Point(1, -0.4)),
      .cubic(Point(1, 0.2), Point(0.45, 0.6), Point(0, 1)), .close,
    ]
    return path
  }()

  /// A star of four rays, 2 wide and 2 high, about 0.
  fileprivate static let star: Path = {
    let inner = 0.16
    var path = Path()
    path.parts = [
      .move(Point(0, -1)), .quad(Point(inner, -inner), Point(1, 0)),
      .quad(Point(inner, inner), Point(0, 1)), .quad(Point(-inner, inner), Point(-1, 0)),
      .quad(Point(-inner, -inner), Point(0, -1)), .close,
    ]
    return path
  }()

  /// An arc about its middle, whose middle is `rise` lower than its ends: `thick`, with round ends,
  /// and `grown` on all sides.
  fileprivate static func arc(
    width: Double, rise: Double, thick: Double, _ grown: Double
  ) -> Path {
    let (half, line) = (width / 2, thick / 2 + grown)
    let (ends, side) = (-rise / 2, rise > 0 ? 1.0 : -1)
    // A cubic is three quarters of the way to its controls.
    let (outer, inner) = (ends + (rise + side * line) / 0.75, ends + (rise - side * line) / 0.75)
    let cap = ends - side * 1.8 * line
    var path = Path()
    path.parts = [
      .move(Point(-half - line, ends)),
      .cubic(
        Point(-half - line / 2, outer), Point(half + line / 2, outer), Point(half + line, ends)),
      .quad(Point(half, cap), Point(half - line, ends)),
      .cubic(
        Point(half - line * 1.5, inner), Point(line * 1.5 - half, inner), Point(line - half, ends)),
      .quad(Point(-half, cap), Point(-half - line, ends)), .close,
    ]
    return path
  }
}
