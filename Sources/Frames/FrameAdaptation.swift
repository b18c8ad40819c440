/// How a frame is cropped and scaled to meet a request, by the rules of libwebrtc.
///
/// The request says the shape and the most pixels, not an exact size: a frame is never enlarged,
/// and is scaled only by factors that keep whole pixels.
package struct FrameAdaptation: Equatable, Sendable {
  /// The size of the part around the middle that is kept, in pixels.
  package let cropWidth, cropHeight: Int
  /// The size that this part is scaled to, in pixels.
  package let width, height: Int

  /// The factors of scaling: 3/4, 1/2, 3/8, 1/4, 3/16, ...
  private struct Scale {
    var numerator = 1
    var denominator = 1

    func area(_ pixels: Int) -> Int { numerator * numerator * pixels / (denominator * denominator) }

    mutating func step() {
      if numerator % 3 == 0, denominator % 2 == 0 {
        (numerator, denominator) = (numerator / 3, denominator / 2)
      } else {
        (numerator, denominator) = (numerator * 3, denominator * 4)
      }
    }

    /// The same factor in lowest terms: only 3 and 2 divide its parts.
    var reduced: Scale {
      var scale = self
      while scale.numerator % 2 == 0, scale.denominator % 2 == 0 {
        (scale.numerator, scale.denominator) = (scale.numerator / 2, scale.denominator / 2)
      }
      return scale
    }
  }

  /// Creates what a request makes of frames of a size.
  ///
  /// - Parameters:
  ///   - width: the width of the frame, in pixels; at least 1.
  ///   - height: the height of the frame, in pixels; at least 1.
  ///   - request: the size that is wanted, upright or on its side; nil keeps the frame.
  ///   - most: the most pixels of the result, if they are fewer than those of the request.
  ///   - alignment: what the sides of the result are multiples of.
  /// - Returns: nil if no pixel is left.
  package init?(
    ofWidth width: Int, height: Int, for request: VideoFormat?, atMost most: Int = .max,
    alignment: Int = 1
  ) {
    guard width > 0, height > 0 else { return nil }
    var (cropWidth, cropHeight, budget) = (width, height, most)
    if let request {
      guard request.width > 0, request.height > 0 else { return nil }
      budget = min(budget, request.area)
      let (long, short) = (
        max(request.width, request.height), min(request.width, request.height)
      )
      let (across, down) = width > height ? (long, short) : (short, long)
      cropWidth = min(width, height * across / down)
      cropHeight = min(height, width * down / across)
    }
    guard budget > 0 else { return nil }
    let area = cropWidth * cropHeight
    var scale = Scale()
    while scale.area(area) > budget, scale.area(area) > 0 { scale.step() }
    let best = scale.reduced
    self.cropWidth = FrameAdaptation.rounded(cropWidth, best.denominator * alignment, most: width)
    self.cropHeight = FrameAdaptation.rounded(
      cropHeight, best.denominator * alignment, most: height)
    self.width = self.cropWidth / best.denominator * best.numerator
    self.height = self.cropHeight / best.denominator * best.numerator
    guard self.width > 0, self.height > 0 else { return nil }
  }

  /// The next multiple of `step` from `value` on; the last one up to `most` if that is beyond it.
  private static func rounded(_ value: Int, _ step: Int, most: Int) -> Int {
    let up = (value + step - 1) / step * step
    return up <= most ? up : most / step * step
  }
}
