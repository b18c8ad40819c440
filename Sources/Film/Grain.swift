import Frames
import Hardware

/// The noise of a sensor: the same numbers for the same seed.
struct Grain: Sendable {
  /// How many numbers there are; rows of pixels begin somewhere among them.
  private static let count = 1 << 15
  private let seed: UInt64
  private let values: [Int8]

  /// Creates noise of `deviation`, in steps of brightness; 0 is none.
  init(seed: UInt64, deviation: Double) {
    self.seed = seed
    var random = SplitMix64(seed: seed)
    values =
      deviation > 0
      ? (0..<Grain.count).map { _ in
        Int8(min(max(random.normal() * deviation, -100), 100).rounded())
      } : []
  }

  /// Adds the noise of frame `number`.
  func add(to picture: inout Picture420, number: Int) {
    guard !values.isEmpty else { return }
    var random = SplitMix64(
      seed: seed ^ UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15)
    values.withUnsafeBufferPointer { values in
      picture.light.withUnsafeMutableBufferPointer { light in
        for y in 0..<picture.height {
          let start = Int(truncatingIfNeeded: random.next() >> 1)
          let row = y * picture.width
          for x in 0..<picture.width {
            let noise = values[(start &+ x) & (Grain.count - 1)]
            light[row + x] = UInt8(min(max(Int16(light[row + x]) + Int16(noise), 0), 255))
          }
        }
      }
    }
  }
}

/// Where a picture is in a frame of another shape.
enum Composition {
  /// The largest size of a picture of `shape` (width over height) in a frame; even numbers.
  static func size(of shape: Double, in frame: (width: Int, height: Int)) -> (Int, Int) {
    let (width, height) = (Double(frame.width), Double(frame.height))
    guard shape.isFinite, shape > 0 else { return (frame.width, frame.height) }
    // What differs by less than a pixel has the shape of the frame.
    if abs(width - shape * height) < max(1, shape) { return (frame.width, frame.height) }
    return shape > width / height
      ? (frame.width, max(2, Int(width / shape) & ~1))
      : (max(2, Int(height * shape) & ~1), frame.height)
  }

  /// A frame with `picture` in the middle, and black around it.
  static func frame(of picture: Picture420, width: Int, height: Int, time: Int) -> VideoFrame {
    if (picture.width, picture.height) == (width, height) {
      let bytes = picture.light + picture.blue + picture.red
      if let frame = try? VideoFrame(width: width, height: height, time: time, bytes: bytes) {
        return frame
      }
    }
    var frame = VideoFrame(width: width, height: height, time: time, brightness: 16)
    let (left, top) = ((width - picture.width) / 4 * 2, (height - picture.height) / 4 * 2)
    let half = (width + 1) / 2
    let size = width * height
    let rows = (picture.width + 1) / 2
    for y in 0..<picture.height {
      let target = (top + y) * width + left
      frame.bytes.replaceSubrange(
        target..<target + picture.width,
        with: picture.light[y * picture.width..<(y + 1) * picture.width])
    }
    for y in 0..<(picture.height + 1) / 2 where top / 2 + y < (height + 1) / 2 {
      for (start, plane) in [
        (size, picture.blue), (size + half * ((height + 1) / 2), picture.red),
      ] {
        let target = start + (top / 2 + y) * half + left / 2
        frame.bytes.replaceSubrange(
          target..<target + rows, with: plane[y * rows..<(y + 1) * rows])
      }
    }
    return frame
  }
}

extension Picture420 {
  /// Makes it as dark as a room without light.
  mutating func dim() {
    light = light.map { $0 / 16 }
    blue = blue.map { UInt8(128 + (Int($0) - 128) / 6) }
    red = red.map { UInt8(128 + (Int($0) - 128) / 6) }
  }
}
