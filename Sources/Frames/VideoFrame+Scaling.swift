extension VideoFrame {
  /// The part of `width` times `height` pixels around the middle.
  ///
  /// It begins at an even place, so that each pixel keeps its colour.
  ///
  /// - Throws: `VideoFailure.cropOutside` if it is larger than the frame, or has no area.
  package func cropped(width: Int, height: Int) throws(VideoFailure) -> VideoFrame {
    guard (1...self.width).contains(width), (1...self.height).contains(height) else {
      throw .cropOutside(width: width, height: height)
    }
    if (width, height) == (self.width, self.height) { return self }
    let (left, top) = ((self.width - width) / 4 * 2, (self.height - height) / 4 * 2)
    var frame = VideoFrame(width: width, height: height, time: time, rotation: rotation)
    for (index, (from, to)) in zip(planes, frame.planes).enumerated() {
      let (left, top) = index == 0 ? (left, top) : (left / 2, top / 2)
      for y in 0..<to.height {
        let source = from.start + (top + y) * from.width + left
        let target = to.start + y * to.width
        frame.bytes.replaceSubrange(
          target..<target + to.width, with: bytes[source..<source + to.width])
      }
    }
    return frame
  }

  /// The whole picture with `width` times `height` pixels: each is the mean of what it covers.
  package func scaled(width: Int, height: Int) -> VideoFrame {
    if (width, height) == (self.width, self.height) { return self }
    var frame = VideoFrame(width: width, height: height, time: time, rotation: rotation)
    for (from, to) in zip(planes, frame.planes) {
      let across = VideoFrame.shares(of: from.width, over: to.width)
      let down = VideoFrame.shares(of: from.height, over: to.height)
      let area = from.width * from.height
      var rows = [Int](repeating: 0, count: to.width * from.height)
      for y in 0..<from.height {
        for (x, shares) in across.enumerated() {
          rows[y * to.width + x] = shares.reduce(0) { sum, share in
            sum + Int(bytes[from.start + y * from.width + share.index]) * share.weight
          }
        }
      }
      for (y, shares) in down.enumerated() {
        for x in 0..<to.width {
          let sum = shares.reduce(0) { $0 + rows[$1.index * to.width + x] * $1.weight }
          frame.bytes[to.start + y * to.width + x] = UInt8(clamping: (sum + area / 2) / area)
        }
      }
    }
    return frame
  }

  /// Which of `count` pixels each of `others` covers, and how much; the weights of each have the
  /// sum `count`.
  private static func shares(of count: Int, over others: Int) -> [[(index: Int, weight: Int)]] {
    (0..<others).map { other in
      let (from, to) = (other * count, (other + 1) * count)
      return (from / others...(to - 1) / others).map { index in
        (index, min(to, (index + 1) * others) - max(from, index * others))
      }
    }
  }
}
