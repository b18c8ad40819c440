import Camera
import Drawing
import Frames
import Quantities
import Simulation

/// What can be drawn over the frames of a film.
package enum Mark: String, CaseIterable, Sendable {
  /// A box around each face and each object that the simulated detector can find.
  case boxes
  /// The lines of the thirds.
  case thirds
  /// The part of the picture in which subjects are framed.
  case region
  /// The time of the frame, and how long the camera has recorded.
  case time
  /// The line of the script.
  case line
}

/// Draws marks over frames.
package struct Marker: Sendable {
  private let marks: Set<Mark>
  private let company: Company

  /// Creates what draws `marks` over pictures of `company`.
  package init(_ marks: Set<Mark>, of company: Company) {
    (self.marks, self.company) = (marks, company)
  }

  /// Draws over `frame`, which shows `shot`; `caption` is what the script does, if there is a line
  /// for it, and `place` that line.
  package func mark(
    _ frame: inout VideoFrame, of shot: Shot, caption: String?, place: String = ""
  ) {
    guard !marks.isEmpty else { return }
    let (width, height) = Composition.size(of: shot.shape, in: (frame.width, frame.height))
    let (left, top) = ((frame.width - width) / 4 * 2, (frame.height - height) / 4 * 2)
    var pen = Pen(frame, left: left, top: top, width: width, height: height)
    if marks.contains(.thirds) {
      for third in [1.0 / 3, 2.0 / 3] {
        pen.line(third, 0, third, 1, light: 190)
        pen.line(0, third, 1, third, light: 190)
      }
    }
    if marks.contains(.region) { pen.frame(shot.kept(shot.region), light: 150, red: 200) }
    if marks.contains(.boxes) {
      for seen in company.seen(at: shot.time, from: shot.pose, through: shot.view) {
        pen.frame(shot.kept(seen.rect), light: 220, blue: 40)
      }
    }
    let size = max(8, Double(frame.height) / 24)
    if marks.contains(.time) {
      pen.write(Marker.clock(shot.time), x: size / 2, y: size * 1.4, size: size)
      if let clock = shot.recordingClock {
        pen.write("REC \(clock)", x: size / 2, y: size * 2.8, size: size, light: 200, red: 230)
      }
    }
    if marks.contains(.line), let caption {
      pen.write(caption, place, x: size / 2, y: Double(height) - size * 0.8, size: size)
    }
    frame = pen.frame
  }

  /// A time in nanoseconds as minutes, seconds and hundredths.
  private static func clock(_ time: Int) -> String {
    func two(_ value: Int) -> String { (value < 10 ? "0" : "") + String(value) }
    let hundredths = Nanoseconds(max(0, time)).wholeMilliseconds / 10
    return "\(hundredths / 6000):\(two(hundredths / 100 % 60)).\(two(hundredths % 100))"
  }
}

extension Shot {
  /// How long the camera has recorded, in minutes and whole seconds; nil if it does not record.
  package var recordingClock: String? {
    recordsSince.map { start in
      let seconds = Nanoseconds(max(0, time - start)).wholeSeconds
      return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
  }

  /// The place of `rect` of the whole picture in the part that is kept.
  fileprivate func kept(_ rect: UnitRect) -> UnitRect {
    UnitRect(
      x: (rect.x - part.x) / part.width, y: (rect.y - part.y) / part.height,
      width: rect.width / part.width, height: rect.height / part.height)
  }
}

/// Draws lines and letters into a part of a frame.
private struct Pen {
  var frame: VideoFrame
  let left, top, width, height: Int

  init(_ frame: VideoFrame, left: Int, top: Int, width: Int, height: Int) {
    self.frame = frame
    (self.left, self.top, self.width, self.height) = (left, top, width, height)
  }

  /// Draws a line between two places in units of the sides.
  mutating func line(
    _ x: Double, _ y: Double, _ endX: Double, _ endY: Double, light: UInt8, blue: UInt8 = 128,
    red: UInt8 = 128
  ) {
    stroke(
      Point(x * Double(width), y * Double(height)),
      Point(endX * Double(width), endY * Double(height)), light: light, blue: blue, red: red)
  }

  /// Draws the edges of `rect`.
  mutating func frame(_ rect: UnitRect, light: UInt8, blue: UInt8 = 128, red: UInt8 = 128) {
    // Edges that are not in the picture are far away.
    let (x, y) = (min(max(rect.x, -1), 2), min(max(rect.y, -1), 2))
    let (right, bottom) = (
      min(max(rect.x + rect.width, -1), 2), min(max(rect.y + rect.height, -1), 2)
    )
    line(x, y, right, y, light: light, blue: blue, red: red)
    line(x, bottom, right, bottom, light: light, blue: blue, red: red)
    line(x, y, x, bottom, light: light, blue: blue, red: red)
    line(right, y, right, bottom, light: light, blue: blue, red: red)
  }

  /// Writes `text` with its baseline at `y`, in pixels, on a darker ground; of what is too long,
  /// `end` is kept.
  mutating func write(
    _ text: String, _ end: String = "", x: Double, y: Double, size: Double, light: UInt8 = 235,
    red: UInt8 = 128
  ) {
    let lettering = Lettering.pixels
    let (end, room) = (end.isEmpty ? "" : "  \(end)", Double(width) - 2 * x)
    let start = lettering.fit(text, size: size, room: room - lettering.width(of: end, size: size))
    let line = lettering.fit(start + end, size: size, room: room)
    let strokes = Lettering.strokes(of: line, size: size)
    let width = strokes.joined().map(\.x).max() ?? 0
    darken(
      Int(x - size / 4), Int(y - size), Int((x + width + size / 4).rounded(.up)),
      Int((y + size / 3).rounded(.up)))
    for stroke in strokes {
      for (a, b) in zip(stroke, stroke.dropFirst()) {
        self.stroke(
          Point(a.x + x, a.y + y), Point(b.x + x, b.y + y), light: light, blue: 128, red: red)
      }
    }
  }

  /// Takes two thirds of the light of a rectangle.
  private mutating func darken(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) {
    let columns = max(0, left)..<max(0, left, min(width, right))
    for y in max(0, top)..<max(0, top, min(height, bottom)) {
      let row = (self.top + y) * frame.width + self.left
      for x in columns { frame.bytes[row + x] /= 3 }
    }
  }

  private mutating func stroke(
    _ a: Point, _ b: Point, light: UInt8, blue: UInt8, red: UInt8
  ) {
    let length = max(abs(b.x - a.x), abs(b.y - a.y))
    let steps = max(1, Int(length.rounded(.up)))
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      let x = Int((a.x + (b.x - a.x) * share).rounded())
      let y = Int((a.y + (b.y - a.y) * share).rounded())
      set(
        min(x, x == width ? width - 1 : x), min(y, y == height ? height - 1 : y), light, blue, red)
    }
  }

  private mutating func set(_ x: Int, _ y: Int, _ light: UInt8, _ blue: UInt8, _ red: UInt8) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    let (column, row) = (left + x, top + y)
    frame.bytes[row * frame.width + column] = light
    let half = (frame.width + 1) / 2
    let (size, place) = (frame.width * frame.height, (row / 2) * half + column / 2)
    frame.bytes[size + place] = blue
    frame.bytes[size + half * ((frame.height + 1) / 2) + place] = red
  }
}
