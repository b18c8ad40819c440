import Hardware

/// The size, the rate and the pixels of a video.
///
/// The size is that of the sensor, before a picture is rotated: a phone held upright still produces
/// frames that are wider than high.
package struct VideoFormat: Equatable, Sendable {
  /// The order of the parts of a pixel.
  package enum Pixels: Equatable, Sendable {
    /// Brightness, and colour for each two by two pixels; every value from 0 to 255.
    case fullRange420
    /// Blue, green, red and a byte for the opacity.
    case bgra32
    /// A byte for the opacity, red, green and blue.
    case argb32
  }

  /// The width, in pixels.
  package var width: Int
  /// The height, in pixels.
  package var height: Int
  /// Frames a second; nil if any rate will do.
  package var rate: Int?
  /// The order of the parts of a pixel.
  package var pixels: Pixels

  /// Creates a format of sizes in pixels.
  package init(width: Int, height: Int, rate: Int? = 30, pixels: Pixels = .fullRange420) {
    (self.width, self.height, self.rate, self.pixels) = (width, height, rate, pixels)
  }

  /// The format of a source of which nobody asks for one.
  package static let usual = VideoFormat(width: 640, height: 480)
  /// The largest and fastest format that is recommended for streams.
  package static let recommendedMost = VideoFormat(width: 1920, height: 1080)

  /// The format in which a screen of this size is sent: at most 15 frames a second, and scaled down
  /// until its longer side has `longest` pixels, as in Twilio's sample for ReplayKit.
  ///
  /// - Parameter longest: 886 for one stream; 1280 where a stream is sent in several sizes.
  package static func screen(width: Int, height: Int, longest: Int = 886) -> VideoFormat {
    let longer = max(width, height)
    guard longer > longest, longest > 0 else {
      return VideoFormat(width: width, height: height, rate: 15)
    }
    return VideoFormat(
      width: width * longest / longer, height: height * longest / longer, rate: 15)
  }

  /// Frames a second of a page of the web, as in Twilio's sample.
  package static let pageRate = 5

  /// How many pixels a frame has.
  package var area: Int { width * height }
}

/// The formats of the camera of a phone.
package struct CameraFormats: Equatable, Sendable {
  /// The formats, by their size.
  package let formats: [VideoFormat]

  /// Creates a camera of `formats`.
  package init(_ formats: [VideoFormat]) {
    self.formats = formats.sorted { $0.area < $1.area }
  }

  /// A camera of `PhoneCall.formats`, with 30 frames a second.
  package static let phone = CameraFormats(
    PhoneCall.formats.map { VideoFormat(width: Int($0.width), height: Int($0.height)) })

  /// The format that is as large as `wanted`.
  ///
  /// - Throws: `VideoFailure.noSuchFormat` with the format nearest in size if there is none.
  package func format(for wanted: VideoFormat) throws(VideoFailure) -> VideoFormat {
    let found = formats.first {
      ($0.width, $0.height, $0.pixels) == (wanted.width, wanted.height, wanted.pixels)
        && (wanted.rate ?? 0) <= ($0.rate ?? .max)
    }
    if let found {
      return VideoFormat(
        width: found.width, height: found.height, rate: wanted.rate ?? found.rate,
        pixels: found.pixels)
    }
    let nearest = formats.min { abs($0.area - wanted.area) < abs($1.area - wanted.area) }
    throw .noSuchFormat(wanted, nearest: nearest)
  }

  /// The zoom factor that the buttons of a dock lead to from `zoom`, as in Apple's sample.
  ///
  /// Only the sign of `factor` counts. A step is 0.2, between 1 and 5, rounded to tenths; a factor
  /// of 0 makes the zoom smaller.
  package static func zoom(from zoom: Double, by factor: Double) -> Double {
    let next = zoom + (factor > 0 ? 0.2 : -0.2)
    return (10 * min(max(next, 1), 5)).rounded() / 10
  }
}

/// Why there is no video.
package enum VideoFailure: Error, Equatable, Sendable {
  /// The phone has no camera there.
  case noCamera
  /// A camera produces frames already.
  case isRunning
  /// No camera produces frames.
  case notRunning
  /// The camera has no such format.
  case noSuchFormat(VideoFormat, nearest: VideoFormat?)
  /// The part to keep is larger than the picture, or has no area.
  case cropOutside(width: Int, height: Int)
  /// The pixels are too few or too many for their format.
  case wrongSize(bytes: Int, expected: Int)
}
