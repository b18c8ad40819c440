/// How a picture is to be turned to be upright, clockwise.
package enum VideoRotation: Int, CaseIterable, Sendable {
  /// It is upright.
  case up = 0
  /// By 90 degrees.
  case right = 90
  /// By 180 degrees.
  case down = 180
  /// By 270 degrees.
  case left = 270

  /// The turn that makes upright what a sensor sees in a phone that is turned by `device`, if the
  /// sensor is upright in a phone that is turned by `sensor`; both in degrees clockwise.
  package init(device: Int, sensor: Int) {
    let turn = ((sensor - device) % 360 + 360) % 360
    self = VideoRotation(rawValue: turn / 90 * 90) ?? .up
  }
}

/// A picture of a video: a value with a time and a rotation.
///
/// Its pixels are in three planes, as in `VideoFormat.Pixels.fullRange420`: brightness, blue
/// difference and red difference. The planes of colour have half the width and half the height,
/// rounded up.
package struct VideoFrame: Equatable, Sendable {
  /// The width and the height, in pixels, before it is rotated.
  package let width, height: Int
  /// When it was taken, in nanoseconds.
  package var time: Int
  /// How it is to be turned to be upright.
  package var rotation: VideoRotation
  /// The planes, one after the other.
  package var bytes: [UInt8]

  /// Creates a frame of `bytes`, or a grey one without them.
  ///
  /// - Throws: `VideoFailure.wrongSize` if there are too few or too many bytes.
  package init(
    width: Int, height: Int, time: Int, rotation: VideoRotation = .up, bytes: [UInt8]
  ) throws(VideoFailure) {
    let expected = VideoFrame.byteCount(width: width, height: height)
    guard bytes.count == expected else {
      throw .wrongSize(bytes: bytes.count, expected: expected)
    }
    (self.width, self.height, self.time, self.rotation) = (width, height, time, rotation)
    self.bytes = bytes
  }

  /// Creates a frame of which every pixel is grey.
  package init(
    width: Int, height: Int, time: Int, rotation: VideoRotation = .up, brightness: UInt8 = 128
  ) {
    (self.width, self.height) = (max(1, width), max(1, height))
    (self.time, self.rotation) = (time, rotation)
    let colors = 2 * ((self.width + 1) / 2) * ((self.height + 1) / 2)
    bytes =
      [UInt8](repeating: brightness, count: self.width * self.height)
      + [UInt8](repeating: 128, count: colors)
  }

  /// How many bytes a frame of this size has.
  package static func byteCount(width: Int, height: Int) -> Int {
    width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2)
  }

  /// A plane of a frame: its first byte, and its size.
  struct Plane {
    let start, width, height: Int
  }

  /// The planes of brightness, blue difference and red difference.
  var planes: [Plane] {
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    return [
      Plane(start: 0, width: width, height: height),
      Plane(start: width * height, width: halfWidth, height: halfHeight),
      Plane(start: width * height + halfWidth * halfHeight, width: halfWidth, height: halfHeight),
    ]
  }

  /// The mean brightness, from 0 to 255.
  package var brightness: Double {
    Double(bytes.prefix(width * height).reduce(0) { $0 + Int($1) }) / Double(width * height)
  }

  /// The red, green and blue of each pixel, row by row, as ITU-R BT.601 says.
  package var rgb: [UInt8] {
    var pixels = [UInt8](repeating: 0, count: 3 * width * height)
    let (half, size) = ((width + 1) / 2, width * height)
    let red = size + half * ((height + 1) / 2)
    for y in 0..<height {
      for x in 0..<width {
        let color = (y / 2) * half + x / 2
        let light = Int(bytes[y * width + x]) << 16
        let (blue, red) = (Int(bytes[size + color]) - 128, Int(bytes[red + color]) - 128)
        let place = 3 * (y * width + x)
        pixels[place] = UInt8(clamping: (light + 91_881 * red + 32_768) >> 16)
        pixels[place + 1] = UInt8(
          clamping: (light - 22_554 * blue - 46_802 * red + 32_768) >> 16)
        pixels[place + 2] = UInt8(clamping: (light + 116_130 * blue + 32_768) >> 16)
      }
    }
    return pixels
  }

  /// The same picture with its pixels turned, so that its rotation is `up`.
  package var upright: VideoFrame {
    guard rotation != .up else { return self }
    let isTurned = rotation == .left || rotation == .right
    var frame = VideoFrame(
      width: isTurned ? height : width, height: isTurned ? width : height, time: time)
    for (from, to) in zip(planes, frame.planes) {
      for y in 0..<to.height {
        for x in 0..<to.width {
          let (column, row) =
            switch rotation {
            case .up: (x, y)
            case .right: (y, from.height - 1 - x)
            case .down: (from.width - 1 - x, from.height - 1 - y)
            case .left: (from.width - 1 - y, x)
            }
          frame.bytes[to.start + y * to.width + x] = bytes[from.start + row * from.width + column]
        }
      }
    }
    return frame
  }
}
