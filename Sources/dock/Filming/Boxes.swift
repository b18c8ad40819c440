import Camera

/// The boxes of faces in a frame, as a detector writes them on a line.
struct Boxes {
  /// The boxes in units of the sides of the frame, from the upper left.
  let faces: [UnitRect]

  /// Reads `x y width height`, in pixels, for each box, with semicolons between boxes; nil if
  /// `line` is not that.
  init?(_ line: [UInt8], of format: FrameFormat) {
    let (width, height) = (Double(format.width), Double(format.height))
    var faces: [UnitRect] = []
    let text = String(decoding: line, as: UTF8.self)
    for part in text.split(separator: ";") {
      let numbers = part.split(whereSeparator: \.isWhitespace).map { Double($0) }
      if numbers.isEmpty { continue }
      let box = numbers.compactMap(\.self)
      guard numbers.count == 4, box.count == 4, box.allSatisfy(\.isFinite), box[2] > 0, box[3] > 0
      else { return nil }
      let rect = UnitRect(
        x: box[0] / width, y: box[1] / height, width: box[2] / width, height: box[3] / height)
      // What is outside of the frame is not in it.
      if let inside = rect.intersection(.whole) { faces.append(inside) }
    }
    self.faces = faces
  }
}
