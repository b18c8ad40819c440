import Hardware

/// The room around the dock: four walls, a floor and a ceiling, with things on them.
///
/// The lens stands in the origin. What is painted on the walls gives a picture its texture and its
/// depth, and nothing in it looks like a face.
struct Room: Sendable {
  /// Where the walls are, in metres: left and right, below and above, behind and ahead.
  static let left: Float = -4.5
  static let right: Float = 4.5
  static let floor: Float = -1.5
  static let ceiling: Float = 1.3
  static let back: Float = -4
  static let front: Float = 6

  private static let height = ceiling - floor
  private static let breadth = right - left
  private static let length = front - back

  /// A wall, and where its points begin in the planes of the room.
  struct Side: Sendable {
    let start, width, height: Int
    let density: Float
  }

  /// The wall ahead from left to right, that behind from right to left, those on the left and on
  /// the right from behind to ahead, and the floor and the ceiling from left to right and from
  /// ahead to behind.
  private(set) var sides: [Side] = []
  /// The brightness, blue difference and red difference of all points.
  private(set) var light: [UInt8] = []
  private(set) var blue: [UInt8] = []
  private(set) var red: [UInt8] = []

  /// Creates a room with `density` points a metre, whose details are drawn from `seed`.
  init(density: Float, seed: UInt64) {
    let seed = UInt32(truncatingIfNeeded: seed)
    func wall(_ width: Float, _ salt: UInt32) -> Surface {
      var surface = Surface(width, Room.height, density: density, Pigment(196, 190, 176))
      surface.fill(0, Room.height - 0.12, width, 0.12, Pigment(226, 224, 218))
      surface.shade(Room.plaster(width, Room.height, seed ^ salt))
      return surface
    }
    add(Room.furnishedAhead(wall(Room.breadth, 1), seed))
    add(Room.furnishedBehind(wall(Room.breadth, 2)))
    add(Room.furnishedLeft(wall(Room.length, 3)))
    add(Room.furnishedRight(wall(Room.length, 4), seed))
    add(Room.boards(density * 0.7, seed))
    var top = Surface(Room.breadth, Room.length, density: density / 2, Pigment(224, 222, 216))
    top.shade(Room.plaster(Room.breadth, Room.length, seed ^ 6))
    top.fillEllipse(4.1, 5.2, 0.8, 0.8, Pigment(250, 248, 236))
    add(top)
  }

  private mutating func add(_ surface: Surface) {
    sides.append(
      Side(
        start: light.count, width: surface.width, height: surface.height,
        density: surface.density))
    light += surface.light
    blue += surface.blue
    red += surface.red
  }

  /// The brightness of plaster: stripes, spots, and dark corners.
  private static func plaster(
    _ width: Float, _ height: Float, _ seed: UInt32
  ) -> (Float, Float) -> Float {
    let (coarse, fine) = (Mottle(seed: seed), Mottle(seed: seed ^ 0x55))
    return { x, y in
      let corner = min(min(x, width - x), min(y, height - y))
      let shadow = 0.8 + 0.2 * min(1, max(0, corner) / 0.7)
      let stripe: Float = Int((x / 0.16).rounded(.down)) % 2 == 0 ? 1 : 0.965
      return shadow * stripe
        * (1 + 0.045 * coarse.value(x * 2.3, y * 2.3) + 0.03 * fine.value(x * 11, y * 11))
    }
  }

  private static func boards(_ density: Float, _ seed: UInt32) -> Surface {
    var floor = Surface(breadth, length, density: density, Pigment(150, 112, 78))
    floor.fill(2.6, 2.2, 3.8, 2.8, Pigment(92, 104, 122))
    floor.frame(2.6, 2.2, 3.8, 2.8, edge: 0.12, Pigment(176, 166, 140))
    floor.frame(2.85, 2.45, 3.3, 2.3, edge: 0.05, Pigment(150, 140, 120))
    let (grain, board) = (Mottle(seed: seed ^ 7), Mottle(seed: seed ^ 8))
    floor.shade { x, y in
      let isRug = x > 2.6 && x < 6.4 && y > 2.2 && y < 5
      if isRug { return 1 + 0.1 * grain.value(x * 40, y * 40) }
      let column = (x / 0.14).rounded(.down)
      let gap: Float = x - column * 0.14 < 0.008 ? 0.6 : 1
      let row = (y / 1.3 + column * 0.37).rounded(.down)
      return gap * (1 + 0.14 * board.value(column * 3.7, row * 5.3))
        * (1 + 0.07 * grain.value(x * 30, y * 2.5))
    }
    return floor
  }

  // MARK: What stands and hangs on the walls

  private static func furnishedAhead(_ wall: Surface, _ seed: UInt32) -> Surface {
    var wall = wall
    window(&wall, 0.7, 0.45, 1.7, 1.25)
    // A shelf with the backs of books.
    wall.fill(5.9, 0.5, 2.1, 2.3, Pigment(124, 94, 68))
    var random = SplitMix64(seed: UInt64(seed) &+ 11)
    for row in 0..<5 {
      let y = 0.56 + Float(row) * 0.45
      wall.fill(5.96, y, 1.98, 0.39, Pigment(98, 76, 58))
      var x: Float = 5.97
      while x < 7.88 {
        let width = 0.03 + 0.05 * Float(random.unit())
        let height = 0.24 + 0.12 * Float(random.unit())
        let tone = Int(92 + 44 * random.unit())
        let color = Pigment(
          tone, Int(Double(tone) * (0.6 + 0.4 * random.unit())),
          Int(Double(tone) * (0.5 + 0.5 * random.unit())))
        if random.unit() > 0.12 { wall.fill(x, y + 0.39 - height, width - 0.005, height, color) }
        x += width
      }
    }
    // A picture of hills.
    wall.fill(3.2, 0.6, 1.3, 0.9, Pigment(52, 46, 42))
    wall.fill(3.26, 0.66, 1.18, 0.78, Pigment(156, 178, 196))
    for (x, y, width, color) in [
      (3.26 as Float, 1.0 as Float, 0.8 as Float, Pigment(110, 132, 118)),
      (3.64, 1.08, 0.8, Pigment(92, 116, 96)),
    ] {
      wall.fillEllipse(x, y, width, 0.36, color)
    }
    wall.fill(3.26, 1.24, 1.18, 0.2, Pigment(126, 136, 84))
    // A sideboard.
    wall.fill(2.7, 2.05, 2.5, 0.7, Pigment(140, 104, 70))
    for index in 0..<3 {
      wall.frame(
        2.74 + 0.82 * Float(index), 2.1, 0.78, 0.58, edge: 0.02, Pigment(96, 70, 46))
      wall.fill(3.08 + 0.82 * Float(index), 2.16, 0.1, 0.02, Pigment(210, 200, 170))
    }
    return wall
  }

  private static func furnishedBehind(_ wall: Surface) -> Surface {
    var wall = wall
    wall.fill(1.2, 0.7, 1, 2.1, Pigment(150, 132, 108))
    wall.frame(1.2, 0.7, 1, 2.1, edge: 0.06, Pigment(108, 92, 74))
    for y: Float in [0.9, 1.85] {
      wall.frame(1.36, y, 0.68, 0.75, edge: 0.03, Pigment(120, 104, 84))
    }
    wall.fillEllipse(2.02, 1.72, 0.05, 0.05, Pigment(210, 196, 140))
    wall.fill(4.4, 0.7, 1.8, 0.7, Pigment(60, 62, 70))
    wall.fill(4.46, 0.76, 1.68, 0.58, Pigment(180, 120, 84))
    wall.fillEllipse(4.7, 0.9, 0.3, 0.3, Pigment(222, 190, 120))
    return wall
  }

  private static func furnishedLeft(_ wall: Surface) -> Surface {
    var wall = wall
    window(&wall, 5.2, 0.45, 2.4, 1.4)
    wall.fill(1.6, 0.8, 1.1, 0.8, Pigment(64, 58, 54))
    wall.fill(1.66, 0.86, 0.98, 0.68, Pigment(200, 196, 180))
    for index in 0..<6 {
      wall.fill(
        1.74, 0.94 + 0.1 * Float(index), 0.3 + 0.09 * Float(index), 0.03, Pigment(90, 90, 96))
    }
    wall.fill(2.9, 2, 1.8, 0.8, Pigment(104, 116, 128))
    wall.fill(2.8, 2.2, 0.22, 0.6, Pigment(90, 100, 112))
    wall.fill(4.58, 2.2, 0.22, 0.6, Pigment(90, 100, 112))
    return wall
  }

  private static func furnishedRight(_ wall: Surface, _ seed: UInt32) -> Surface {
    var wall = wall
    wall.fill(2.4, 0.7, 1, 2.1, Pigment(168, 162, 150))
    wall.frame(2.4, 0.7, 1, 2.1, edge: 0.05, Pigment(128, 122, 112))
    // Tiles in three colours.
    var random = SplitMix64(seed: UInt64(seed) &+ 12)
    for row in 0..<4 {
      for column in 0..<7 {
        let tone = Int(110 + 90 * random.unit())
        wall.fill(
          4.6 + 0.3 * Float(column), 0.6 + 0.3 * Float(row), 0.28, 0.28,
          Pigment(tone, tone - 12, tone - 20))
      }
    }
    wall.fill(7.6, 1.3, 0.1, 1.5, Pigment(70, 64, 58))
    wall.fill(7.35, 0.95, 0.6, 0.4, Pigment(228, 214, 176))
    return wall
  }

  private static func window(
    _ wall: inout Surface, _ x: Float, _ y: Float, _ width: Float, _ height: Float
  ) {
    wall.fill(x - 0.08, y - 0.08, width + 0.16, height + 0.16, Pigment(238, 236, 230))
    let rows = 24
    for row in 0..<rows {
      let share = Float(row) / Float(rows)
      let tone = Int(205 + 40 * share)
      wall.fill(
        x, y + share * height, width, height / Float(rows) + 0.02,
        Pigment(tone - 24, tone - 6, min(255, tone + 8)))
    }
    wall.fillEllipse(x + 0.1, y + height * 0.62, width * 0.45, height * 0.5, Pigment(122, 146, 104))
    wall.fillEllipse(
      x + width * 0.5, y + height * 0.7, width * 0.44, height * 0.4, Pigment(106, 130, 92))
    wall.fill(x, y + height, width, 0.14, Pigment(196, 190, 176))
    wall.frame(x, y, width, height, edge: 0.05, Pigment(240, 240, 236))
    wall.fill(x + width / 2 - 0.03, y, 0.06, height, Pigment(240, 240, 236))
    wall.fill(x - 0.14, y + height + 0.04, width + 0.28, 0.06, Pigment(232, 230, 224))
  }
}
