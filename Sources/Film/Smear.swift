/// The blur of a motion during the exposure: the mean of a picture along a line.
struct Smear: Sendable {
  /// The most pictures that the mean is of.
  private static let most = 48

  /// Where the pictures are, in pixels; the first is as far on one side as the last on the other.
  private let offsets: [(x: Int, y: Int)]

  /// Creates the blur of a motion over so many pixels to the right and down.
  init(across: Float, down: Float) {
    let length = max(abs(across), abs(down))
    guard length >= 1, length < 100_000 else {
      offsets = []
      return
    }
    let count = min(Smear.most, Int(length.rounded(.up)) + 1)
    offsets = (0..<count).map { index in
      let share = Float(index) / Float(count - 1) - 0.5
      return (Int((share * across).rounded()), Int((share * down).rounded()))
    }
  }

  /// True if nothing is blurred.
  var isNone: Bool { offsets.isEmpty }

  /// How far it reaches to each side, in pixels.
  var reach: (x: Int, y: Int) {
    guard let last = offsets.last else { return (0, 0) }
    return (abs(last.x) + 1, abs(last.y) + 1)
  }

  /// The same blur of a picture with half as many pixels on each side.
  var halved: Smear { Smear(offsets.map { ($0.x / 2, $0.y / 2) }) }

  private init(_ offsets: [(x: Int, y: Int)]) { self.offsets = offsets }

  /// Blurs `plane`, whose rows have `width` pixels; beyond its edges it goes on as at the edge, or
  /// there is nothing.
  func apply(to plane: inout [UInt8], width: Int, isEdged: Bool) {
    guard !isNone, width > 0 else { return }
    let height = plane.count / width
    let source = plane
    let factor = (UInt32(1 << 16) + UInt32(offsets.count) / 2) / UInt32(offsets.count)
    var sums = [UInt16](repeating: 0, count: width)
    source.withUnsafeBufferPointer { source in
      plane.withUnsafeMutableBufferPointer { plane in
        sums.withUnsafeMutableBufferPointer { sums in
          for y in 0..<height {
            for x in 0..<width { sums[x] = 0 }
            for (dx, dy) in offsets where isEdged || (0..<height).contains(y + dy) {
              let row = min(max(0, y + dy), height - 1) * width
              let (from, to) = (min(width, max(0, -dx)), max(0, min(width, width - dx)))
              if isEdged {
                for x in 0..<from { sums[x] &+= UInt16(source[row]) }
                for x in max(from, to)..<width { sums[x] &+= UInt16(source[row + width - 1]) }
              }
              if from < to {
                let start = row + dx
                for x in from..<to { sums[x] &+= UInt16(source[start + x]) }
              }
            }
            for x in 0..<width {
              plane[y * width + x] = UInt8(
                truncatingIfNeeded: min(255, (UInt32(sums[x]) &* factor &+ 32_768) >> 16))
            }
          }
        }
      }
    }
  }
}
